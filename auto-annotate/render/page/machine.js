// SPDX-License-Identifier: GPL-2.0-or-later
// machine.js: a drawing of the caches and TLBs.
