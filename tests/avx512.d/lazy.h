/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lazy.h: see lazy.c. */

typedef long Vector __attribute__((vector_size(64)));

/* The sum of the vectors, times 1 to 8. */
Vector lazy_sum(Vector a, Vector b, Vector c, Vector d, Vector e, Vector f,
                Vector g, Vector h);
