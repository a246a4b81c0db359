/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_objects.h: instructions without debug information, by ELF object.  An
   object is the program itself or one of its libraries.  Code that was not
   loaded from a file, such as a JIT compiler's, belongs to an object without a
   name. */

#ifndef CG_OBJECTS_H
#define CG_OBJECTS_H

#include "sim/types.h"

typedef struct CodeObject_ {
   const HChar* name;       /* full path; "": in no file */
   ULong        unknown_Ir; /* executed instructions whose source file is
                               not known */
   struct CodeObject_* next;
} CodeObject;

/* Returns the counter unknown_Ir of the object that contains `addr' now.  Never
   NULL.  It stays valid until the end of the run, even if the object is
   unloaded. */
ULong* cg_objects_unknown_at(Addr addr);

/* Returns the list of all objects whose counter was returned, in no order; NULL
   if it is empty. */
const CodeObject* cg_objects_all(void);

#endif /* CG_OBJECTS_H */
