// SPDX-License-Identifier: GPL-2.0-or-later
// search.js: the search of functions, files and source text.
