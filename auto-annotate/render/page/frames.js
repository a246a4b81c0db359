// SPDX-License-Identifier: GPL-2.0-or-later
// frames.js: where the frames of a flame graph are; pure functions.
