/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables_lib.c: what variables.h loads. */

volatile int library_table[1000] = {1}; /* refs: static library_table 2000 */
