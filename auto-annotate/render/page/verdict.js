// SPDX-License-Identifier: GPL-2.0-or-later
// verdict.js: the verdict of the profile or of the difference.
