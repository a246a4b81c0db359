/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.h: parts of the command line that the core stores but has no function
   for: its own options, and the program with its arguments. */

#ifndef CG_CORE_H
#define CG_CORE_H

#include "pub_tool_basics.h"

/* Whether the core's option `name', with its dashes and without a value
   ("--trace-children"), was given the value yes, on the command line or
   wherever else Valgrind reads options from.  If it was given several times,
   the last one counts; if never, the result is False. */
Bool cg_core_option(const HChar* name);

/* The value that the option `name' was given last, likewise; NULL if none. */
const HChar* cg_core_option_value(const HChar* name);

/* Whether the option `name' was given a value, likewise. */
Bool cg_core_option_given(const HChar* name);

/* Whether the command line itself has the option `name' with this value.  The
   core also reads options from $VALGRIND_OPTS and from the files ~/.valgrindrc
   and ./.valgrindrc, and somebody else may have written the last one. */
Bool cg_core_typed(const HChar* name, const HChar* value);

/* Whether a process that the tool traces, too, may depend on this one: with
   --trace-children=yes, which --preset=yes gives to everybody; then only if one
   has started it. */
Bool cg_core_may_be_child(void);

/* Give the core the option `option', as if it were the last one.  `option' is
   not copied.  The programs that the program starts get it, too
   (--trace-children=yes); this process, only if it is called in pre_clo_init,
   before the core reads the options. */
void cg_core_add_option(const HChar* option);

/* The program and its arguments, separated by single spaces.  Nothing is
   escaped.  Returns a new string of any length; the caller frees it with
   VG_(free). */
HChar* cg_core_command(void);

/* Whether `name', of a file, has %p in it, so that each process has a file of
   its own. */
Bool cg_core_has_pid(const HChar* name);

/* `name' with each %q{VAR} replaced by the value of the environment variable
   VAR, as a new string.  VG_(expand_file_name) then has only %p and %% left.
   The core reads variables in the program's own environment, so this must be
   done before the program runs and can change them.  A name in which %q is
   wrong, or names a variable that is not set, stays as it is:
   VG_(expand_file_name) refuses it.  The caller frees the result with
   VG_(free). */
HChar* cg_core_expand_variables(const HChar* name);

#endif /* CG_CORE_H */
