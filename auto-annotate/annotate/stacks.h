/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacks.h: the stacks of calls that programs of others show, as flame graphs
   for instance.  form_folded.h and form_pprof.h write them.

   A profile with contexts (contexts.h) has a stack for each one:

      main          line 2 calls parse
        parse         runs into parse.cold, without a call; it counts in parse
          parse.cold    line 9 calls error
            error

   A function that has a call without being called itself, as parse.cold, is
   between the two that the context names.  A call in code that was inlined from
   another file is in a function of the same name and object, which is the same
   frame.

   Otherwise each function is a stack of its own. */

#ifndef STACKS_H
#define STACKS_H

#include "annotate/annotation.h"
#include "lib/contexts.h"

/* How much the stacks of a profile may take: a tree that is thousands deep has
   as many names in a stack.  Browsers have no longer texts. */
#define STACKS_MAX_BYTES (512 << 20)

/* The function of the stack that has what no context has. */
#define STACKS_NO_CONTEXT "(in no context)"

/* Returns the name of a function in a stack: its own, or "??? (libc.so.6)" if
   only its object is known.  The caller frees it. */
char* stacks_name(const Function* function);

/* Returns what that name is made of: the same pointer only for functions that
   have the same name.  It can be long, and many functions can have it. */
const char* stacks_named_by(const Function* function);

/* Returns the function between that of a context and that of its parent, or
   NULL. */
const Function* stacks_between(const Context* context);

/* Returns by event what is in the totals and in no context, as where one of
   several profiles has none; or NULL if that is nothing.  The caller frees it.
   Ends the program if a sum exceeds 63 bits. */
Count* stacks_rest(const Sum* sum);

/* Ends the program with a message that names `format', unless the event can be
   added up. */
void stacks_check_event(const Annotation* annotation, const char* format,
                        guint event);

/* Adds to the number of bytes of all stacks.  Ends the program if they are more
   than STACKS_MAX_BYTES. */
void stacks_count_bytes(guint64* bytes, gsize more, const char* format);

#endif
