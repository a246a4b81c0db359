/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.c: see names.h. */

#include <string.h>

#include <dwarf.h>
#include <glib.h>

#include "inline/names.h"
#include "lib/demangle.h"

/* How many namespaces and classes can be inside each other. */
#define MAX_SCOPES 64

/* A longer name lacks what is around it, in bytes.  Thousands of functions can
   be in a namespace with a name of megabytes. */
#define MAX_SCOPED_BYTES 65536

struct Names {
   GHashTable* children; /* GArray of Dwarf_Die, by the address of their parent
                            in memory: of units and scopes that were entered */
};

static void free_children(gpointer children)
{
   g_array_free(children, TRUE);
}

Names* names_new(void)
{
   Names* names = g_new(Names, 1);

   names->children = g_hash_table_new_full(NULL, NULL, NULL, free_children);
   return names;
}

void names_free(Names* names)
{
   g_hash_table_destroy(names->children);
   g_free(names);
}

const char* names_attribute(Dwarf_Die* die, unsigned int attribute)
{
   Dwarf_Attribute memory;

   return dwarf_formstring(dwarf_attr_integrate(die, attribute, &memory));
}

static gboolean is_scope(int tag)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_class_type
          || tag == DW_TAG_structure_type || tag == DW_TAG_union_type
          || tag == DW_TAG_enumeration_type || tag == DW_TAG_interface_type
          || tag == DW_TAG_module;
}

/* Returns the children of a DIE, which are before the offset `end' (Dwarf_Die).
   Offsets must grow, so that this ends for any debug information. */
static GArray* list_children(Dwarf_Die* die, Dwarf_Off end)
{
   GArray*   children = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
   Dwarf_Die child, next;

   if (dwarf_child(die, &child) != 0)
      return children;
   while (dwarf_dieoffset(&child) < end) {
      g_array_append_val(children, child);
      if (dwarf_siblingof(&child, &next) != 0
          || dwarf_dieoffset(&next) <= dwarf_dieoffset(&child))
         break;
      child = next;
   }
   return children;
}

static const GArray* children_of(const Names* names, Dwarf_Die* die,
                                 Dwarf_Off end)
{
   GArray* children = g_hash_table_lookup(names->children, die->addr);

   if (!children) {
      children = list_children(die, end);
      g_hash_table_insert(names->children, die->addr, children);
   }
   return children;
}

/* Goes from a DIE, which ends at *end, to the one of its children that contains
   the DIE at an offset; a DIE reaches to its next sibling.  Returns FALSE if
   there is none. */
static gboolean enter_child(const Names* names, Dwarf_Die* die, Dwarf_Off* end,
                            Dwarf_Off offset)
{
   const GArray* children = children_of(names, die, *end);
   guint         low = 0, high = children->len; /* the first after the offset */

   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (dwarf_dieoffset(&g_array_index(children, Dwarf_Die, middle))
          <= offset)
         low = middle + 1;
      else
         high = middle;
   }
   if (low == 0)
      return FALSE;
   *die = g_array_index(children, Dwarf_Die, low - 1);
   if (low < children->len)
      *end = dwarf_dieoffset(&g_array_index(children, Dwarf_Die, low));
   return TRUE;
}

/* Appends the names of the namespaces and classes around a DIE, each with "::".
   A DIE does not say what it is inside, so this goes down from its unit. */
static void append_scopes(const Names* names, GString* name, Dwarf_Die* die)
{
   Dwarf_Off offset = dwarf_dieoffset(die);
   Dwarf_Off end    = G_MAXUINT64;
   Dwarf_Die scope;

   if (!dwarf_diecu(die, &scope, NULL, NULL))
      return;
   for (int i = 0; i < MAX_SCOPES && enter_child(names, &scope, &end, offset)
                   && dwarf_dieoffset(&scope) < offset;
        i++)
      if (is_scope(dwarf_tag(&scope))) {
         const char* text = names_attribute(&scope, DW_AT_name);
         if (name->len > MAX_SCOPED_BYTES)
            return;
         g_string_append(name, text ? text : "(anonymous namespace)");
         g_string_append(name, "::");
      }
}

/* Goes from a DIE to the one that declares the same function, where its
   namespace and class can be seen. */
static void go_to_declaration(Dwarf_Die* die)
{
   static const unsigned int references[] = {DW_AT_abstract_origin,
                                             DW_AT_specification};
   Dwarf_Attribute           memory;
   Dwarf_Die                 other;

   for (guint i = 0; i < G_N_ELEMENTS(references); i++)
      if (dwarf_formref_die(dwarf_attr(die, references[i], &memory), &other))
         *die = other;
}

static const char* linkage_name(Dwarf_Die* function)
{
   const char* name = names_attribute(function, DW_AT_linkage_name);

   return name ? name : names_attribute(function, DW_AT_MIPS_linkage_name);
}

static int language_of(Dwarf_Die* die)
{
   Dwarf_Die unit;

   return dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : -1;
}

/* Returns whether a function without a linkage name has a symbol that is its
   own name: in C, or as extern "C" in C++. */
static gboolean is_its_symbol(Dwarf_Die* function)
{
   Dwarf_Attribute memory;
   bool            external = FALSE;

   switch (language_of(function)) {
   case DW_LANG_C:
   case DW_LANG_C89:
   case DW_LANG_C99:
   case DW_LANG_C11:
      return TRUE;
   }
   dwarf_formflag(dwarf_attr_integrate(function, DW_AT_external, &memory),
                  &external);
   return external;
}

gboolean names_lack_parameters(Dwarf_Die* function)
{
   switch (language_of(function)) {
   case DW_LANG_C_plus_plus:
   case DW_LANG_C_plus_plus_03:
   case DW_LANG_C_plus_plus_11:
   case DW_LANG_C_plus_plus_14:
      return !linkage_name(function) && !is_its_symbol(function);
   }
   return FALSE;
}

char* names_of_symbol(const char* symbol)
{
   char* copy = g_strndup(symbol, strcspn(symbol, "."));
   char* name = demangle_symbol(copy);

   g_free(copy);
   return name;
}

char* names_of(const Names* names, Dwarf_Die* function)
{
   const char* text = linkage_name(function);

   if (text)
      return demangle_symbol(text);
   text = names_attribute(function, DW_AT_name);
   if (!text || is_its_symbol(function))
      return g_strdup(text);

   Dwarf_Die declaration = *function;
   GString*  name        = g_string_new(NULL);
   go_to_declaration(&declaration);
   append_scopes(names, name, &declaration);
   if (name->len + strlen(text) > MAX_SCOPED_BYTES)
      g_string_truncate(name, 0);
   g_string_append(name, text);
   return g_string_free(name, FALSE);
}
