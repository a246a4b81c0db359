/* SPDX-License-Identifier: GPL-2.0-or-later */
/* renaming.h: the options --mod-filename and --mod-funcname, which change the
   names of files and functions before counts are added up.  ELF objects are
   files, too. */

#ifndef RENAMING_H
#define RENAMING_H

#include <getopt.h>

#include <glib.h>

#include "lib/costs.h"
#include "lib/substitution.h"

typedef struct {
   Substitution* files;      /* and objects; or NULL */
   Substitution* functions;  /* or NULL */
   Substitution* clones;     /* drops their numbers; or NULL */
   gboolean      no_objects; /* functions of all objects are one */
} Renaming;

/* Two options for getopt_long().  Their values are above those that programs
   give their own options. */
enum { RENAMING_OPTION_FILES = 1100, RENAMING_OPTION_FUNCTIONS };
#define RENAMING_OPTIONS                                                       \
   {"mod-filename", required_argument, NULL, RENAMING_OPTION_FILES},           \
   {                                                                           \
      "mod-funcname", required_argument, NULL, RENAMING_OPTION_FUNCTIONS       \
   }

/* Sets the substitution that such an option has as its value.  Returns FALSE if
   it is another option.  Ends the program with a message if the substitution is
   malformed. */
gboolean renaming_parse_option(Renaming* renaming, int option,
                               const char* expression);

/* Makes clones of a function that differ in the numbers that the compiler gave
   them one function: "f.constprop.0" and "f.constprop.3"; also names of Rust
   that were not demangled, by their hashes.  It gets the name that is read
   first.  The next build numbers them in another way. */
void renaming_join_clones(Renaming* renaming);

/* Whether any name is changed by an option. */
gboolean renaming_is_active(const Renaming* renaming);

/* Return a name of a file or function after the substitution, if there is one;
   the caller frees it.  A name of more than 8192 bytes is not changed.  They
   end the program with a message if a substitution fails or makes a line break.
 */
char* renaming_file_name(const Renaming* renaming, const char* name);
char* renaming_function_name(const Renaming* renaming, const char* name);

/* Return costs_function() of where a reader is, and costs_callee() of the call
   that it has read, for the names after the substitutions.  They end the
   program with a message if a substitution fails or makes a line break. */
Function* renaming_function(const Renaming* renaming, Costs* costs,
                            const Reader* reader);
Function* renaming_callee(const Renaming* renaming, Costs* costs,
                          const Reader* reader);

#endif
