/* SPDX-License-Identifier: GPL-2.0-or-later */
/* part.h: a part of a function of levels.cc. */
for (int i = 0; i < a; i++)
   sum = sum * 5 + i;
