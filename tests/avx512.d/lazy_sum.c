/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lazy_sum.c: see lazy.c. */

#include "lazy.h"

Vector lazy_sum(Vector a, Vector b, Vector c, Vector d, Vector e, Vector f,
                Vector g, Vector h)
{
   return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8;
}
