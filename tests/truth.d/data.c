/* SPDX-License-Identifier: GPL-2.0-or-later */
/* data.c: is linked to each program, because the core reads no symbols of one
   that has no data. */

int data_of_truth = 1;
