/* SPDX-License-Identifier: GPL-2.0-or-later */
/* chains.h: the source line of an address, and which functions the compiler
   inlined there, found in the DWARF debug information of an ELF file.

   If `twice' is inlined into `area', and `area' into `main', an instruction of
   `twice' has a chain of two:

      main, line 20 -> area, line 7 -> twice
                       ^               ^ ChainsInlined: line 7, where `area'
   calls it ^ ChainsInlined: line 20, where `main' calls it

   `main' is not in it: the profile has the function that contains the code,
   from the symbol table.  Nor is the line of the instruction itself: the table
   of lines has it. */

#ifndef CHAINS_H
#define CHAINS_H

#include <glib.h>

#include "inline/texts.h"

/* A function that was inlined.  Equal strings of one Chains are equal
   pointers, but a function that several files contain is there as often. */
typedef struct {
   const char* name;
   const char* file; /* where it is declared; "???" if unknown */
   guint64     line; /* the line there; 0 if unknown */
} ChainsFunction;

/* A function at one place where it was inlined. */
typedef struct ChainsInlined {
   const struct ChainsInlined* caller; /* NULL: the function that contains the
                                          code */
   guint                 number;       /* from 0; more than the caller's */
   const ChainsFunction* function;
   const char*           file;  /* where the call is written; "???" */
   guint64               line;  /* the line there; 0 if unknown */
   guint64               entry; /* address of its first instruction */
} ChainsInlined;

/* An address in an ELF file, as objdump shows it, and what chains_find() finds
   out about it. */
typedef struct {
   guint64               address;
   gboolean              nameless; /* the profile has no function */
   const ChainsFunction* function; /* if so, what contains the code, or NULL */
   const ChainsInlined*  inlined;  /* the innermost function that was inlined
                                      there, or NULL */
   const char* file;               /* where its source is; NULL if unknown */
   guint64     line;               /* the line there; 0 if it has none */
} ChainsPlace;

/* Returns the index of the first of `n_places' places, in the order of their
   addresses, that is at or after an address; n_places if there is none. */
gsize chains_first_place(const ChainsPlace* places, gsize n_places,
                         guint64 address);

typedef enum {
   CHAINS_FOUND,
   CHAINS_NO_FILE,  /* it cannot be opened, or is no ELF file */
   CHAINS_NO_DEBUG, /* it has no debug information, nor a separate file of it */
   CHAINS_WRONG     /* its debug information contradicts itself */
} ChainsResult;

/* What was found.  The caller reads it only. */
typedef struct {
   GPtrArray* inlined; /* of ChainsInlined*, by number */
   guint      lost;    /* compilation units of the last object whose .dwo files
                          cannot be read, so what was inlined is unknown */

   /* Private. */
   GPtrArray*  functions; /* of ChainsFunction* */
   Texts       texts;
   GHashTable* known;
} Chains;

/* Returns an empty Chains.  `known' is the set of the files in the profile, or
   NULL (paths.h says what it is good for); it is not copied. */
Chains* chains_new(GHashTable* known);

/* Returns the one copy of a text in `chains', which lives as long. */
const char* chains_string(Chains* chains, const char* text);

/* Returns a new function of `chains' of which only the name is known, which is
   one of its texts. */
const ChainsFunction* chains_function(Chains* chains, const char* name);

/* Finds the lines of n places of an ELF file, which are sorted by address, what
   was inlined there, and the functions of nameless ones; nothing but stubs
   unless the result is CHAINS_FOUND.  Debug information in a separate file is
   found by its build id or by .gnu_debuglink.
 */
ChainsResult chains_find(Chains* chains, const char* path, ChainsPlace* places,
                         gsize n);

/* Frees `chains', with all that was found. */
void chains_free(Chains* chains);

#endif
