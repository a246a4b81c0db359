/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forms.h: which instructions the processor knows.

   It is asked itself: each combination of opcode and fields runs, and what is
   not invalid is a form.  That takes a second natively, and very long under the
   tool, so that there is a list in between. */

#ifndef AVX512_FORMS_H
#define AVX512_FORMS_H

#include "encode.h"

typedef struct {
   Form*    forms;
   unsigned count;
} Forms;

/* Asks the processor, after cpu_prepare(), about every NTH opcode of AVX-512,
   or of SSE and AVX.  Of what is invalid in AVX-512, the list has one in
   NTH_INVALID. */
enum { NTH_INVALID = 251 };
Forms forms_ask(unsigned nth);
Forms forms_ask_older(unsigned nth);

/* The list, one form a line, on standard output, and from a file.  Reading ends
   the program if the file is not such a list. */
void  forms_write(const Forms* forms);
Forms forms_read(const char* path);

/* A form's name, which is its encoding and fields; valid until the next call.
 */
const char* forms_name(const Form* form);

#endif
