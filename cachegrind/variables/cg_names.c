/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_names.c: the names of variables, and their numbers; see cg_names.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_xarray.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_text.h"
#include "variables/cg_names.h"

typedef struct {
   const HChar* name; /* the key of the OSet, so it comes first */
   UInt         number;
} Variable;

/* Valid from cg_names_init on. */
static OSet*   variables_by_name;
static XArray* variables; /* of Variable*, by number */

static Word compare_variable_names(const void* key, const void* elem)
{
   return VG_(strcmp)(*(const HChar* const*)key, *(const HChar* const*)elem);
}

/* A small object can have any number of long names.  So they are cut as those
   of functions are when they are written, and are not longer when they are
   compared. */
static UInt add_variable(const HChar* name)
{
   static SizeT taken;
   HChar*       copy = VG_(strdup)("cg.names.name", name);
   Variable*    v;

   copy[cg_text_name_bytes(name, &taken)] = '\0';
   v = VG_(OSetGen_Lookup)(variables_by_name, &copy);
   if (v) {
      VG_(free)(copy);
      return v->number;
   }
   v         = VG_(OSetGen_AllocNode)(variables_by_name, sizeof *v);
   v->name   = copy;
   v->number = VG_(addToXA)(variables, &v);
   VG_(OSetGen_Insert)(variables_by_name, v);
   return v->number;
}

UInt cg_names_variable(const HChar* name)
{
   static HChar    cut[CG_TEXT_MAX_NAME_BYTES + 1];
   const Variable* v;

   if (VG_(strnlen)(name, sizeof cut) == sizeof cut) {
      VG_(strncpy)(cut, name, CG_TEXT_MAX_NAME_BYTES);
      name = cut;
   }
   v = VG_(OSetGen_Lookup)(variables_by_name, &name);
   return v ? v->number : add_variable(name);
}

UInt cg_names_n_variables(void)
{
   return VG_(sizeXA)(variables);
}

const HChar* cg_names_of(UInt number)
{
   return (*(Variable**)VG_(indexXA)(variables, number))->name;
}

UInt cg_names_variable_with(const HChar* before, const HChar* name,
                            const HChar* after)
{
   SizeT  size = VG_(strlen)(before) + VG_(strlen)(name) + VG_(strlen)(after);
   HChar* text = VG_(malloc)("cg.names.text", size + 1);
   UInt   result;

   VG_(sprintf)(text, "%s%s%s", before, name, after);
   result = cg_names_variable(text);
   VG_(free)(text);
   return result;
}

void cg_names_init(void)
{
   variables_by_name = VG_(OSetGen_Create)(
      0, compare_variable_names, VG_(malloc), "cg.names.names", VG_(free));
   variables =
      VG_(newXA)(VG_(malloc), "cg.names.numbers", VG_(free), sizeof(Variable*));
   tl_assert(cg_names_variable("???") == VARIABLE_UNKNOWN);
   tl_assert(cg_names_variable("code") == VARIABLE_CODE);
}
