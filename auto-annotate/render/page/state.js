// SPDX-License-Identifier: GPL-2.0-or-later
// state.js: what the page shows: one object, one link, and the views that draw it.
