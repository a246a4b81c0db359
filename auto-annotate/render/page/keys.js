// SPDX-License-Identifier: GPL-2.0-or-later
// keys.js: the keys, and the list of them.
