/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_objects.h: the ELF object that code belongs to, and how many instructions
   without debug information were executed in each.  An object is the program
   itself or one of its libraries.  Code that was not loaded from a file, such
   as a JIT compiler's, belongs to an object without a name. */

#ifndef CG_OBJECTS_H
#define CG_OBJECTS_H

#include "sim/types.h"

typedef struct CodeObject_ {
   const HChar* name;       /* full path; "": in no file */
   ULong        unknown_Ir; /* executed instructions whose source file is
                               not known */
   struct CodeObject_* next;
} CodeObject;

/* Returns the full path of the object that contains `addr' now; "" if that is
   in no file.  The string stays valid until the end of the run, and the same
   object has the same pointer. */
const HChar* cg_objects_name_at(Addr addr);

/* Returns `addr' as its object itself numbers it, in its symbol table and in
   what objdump prints, wherever it is loaded in this run.  In a file that is no
   ELF object it is the offset in the file, and in no file it is `addr'. */
Addr cg_objects_address(Addr addr);

/* Forget what is known of addresses.  Call it whenever the core discards a
   translation. */
void cg_objects_forget(void);

/* Returns the counter unknown_Ir of the object that contains `addr' now.  Never
   NULL.  It stays valid until the end of the run, even if the object is
   unloaded. */
ULong* cg_objects_unknown_at(Addr addr);

/* Returns the list of all objects that the functions above have found, in no
   order; NULL if it is empty. */
const CodeObject* cg_objects_all(void);

#endif /* CG_OBJECTS_H */
