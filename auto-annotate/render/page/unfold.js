// SPDX-License-Identifier: GPL-2.0-or-later
// unfold.js: what unfolds below a line of a source.
