// SPDX-License-Identifier: GPL-2.0-or-later
// lines.js: the rows of a source that are in view.
