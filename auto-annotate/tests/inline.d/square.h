/* SPDX-License-Identifier: GPL-2.0-or-later */
/* square.h: a function of levels.cc that does nothing itself. */

ALWAYS int square(int a)
{
   return Vec<int>(a, 2).dot(Vec<int>(a, a));
}
