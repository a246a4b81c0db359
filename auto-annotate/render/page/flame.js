// SPDX-License-Identifier: GPL-2.0-or-later
// flame.js: the flame graph and its inverse.
