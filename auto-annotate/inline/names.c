/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.c: see names.h. */

#include <string.h>

#include <dwarf.h>
#include <glib.h>

#include "conflicts/cg_text.h"
#include "inline/names.h"
#include "lib/demangle.h"

/* How many namespaces and classes can be inside each other. */
#define MAX_SCOPES 64

struct Names {
   Texts*      texts;
   GHashTable* symbols;  /* what is returned for a linkage name, by its address
                            in memory: each unit has the functions of a header,
                            but debug information has a name once */
   GHashTable* plain;    /* the same for a name that is its symbol */
   GHashTable* children; /* GArray of Dwarf_Die, by the address of their parent
                            in memory: of units and scopes that were entered */
};

static void free_children(gpointer children)
{
   g_array_free(children, TRUE);
}

Names* names_new(Texts* texts)
{
   Names* names = g_new(Names, 1);

   *names = (Names){.texts   = texts,
                    .symbols = g_hash_table_new(hash_address, NULL),
                    .plain   = g_hash_table_new(hash_address, NULL),
                    .children =
                       g_hash_table_new_full(NULL, NULL, NULL, free_children)};
   return names;
}

void names_free(Names* names)
{
   g_hash_table_destroy(names->symbols);
   g_hash_table_destroy(names->plain);
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

/* Appends a text, of which nobody needs more than is written of a name. */
static void append_part(GString* name, const char* text)
{
   g_string_append_len(name, text, strnlen(text, CG_TEXT_MAX_NAME_BYTES));
}

/* Appends the names of the namespaces and classes around a DIE, each with "::",
   until the name is too long to be written.  A DIE does not say what it is
   inside, so this goes down from its unit. */
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
         if (name->len > CG_TEXT_MAX_NAME_BYTES)
            return;
         append_part(name, text ? text : "(anonymous namespace)");
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

/* Returns the copy of the name that the symbol of some length stands for, with
   `end' behind it. */
static const char* take_symbol(Names* names, const char* symbol, gsize length,
                               const char* end)
{
   char* copy  = g_strndup(symbol, length);
   char* name  = demangle_symbol(copy);
   char* full  = g_strconcat(name, end, NULL);
   char* brief = g_strconcat(copy, end, NULL);

   const char* taken = texts_take(names->texts, full, brief);
   g_free(copy);
   g_free(name);
   g_free(full);
   g_free(brief);
   return taken;
}

/* Returns whether a symbol is longer than any name that is written: it is cut,
   and stands for nothing then. */
static gboolean is_too_long(const char* symbol)
{
   return strnlen(symbol, CG_TEXT_MAX_NAME_BYTES + 1) > CG_TEXT_MAX_NAME_BYTES;
}

const char* names_of_symbol(Names* names, const char* symbol)
{
   gsize length = strnlen(symbol, CG_TEXT_MAX_NAME_BYTES);
   char* dot    = memchr(symbol, '.', length);

   if (!dot && is_too_long(symbol))
      return texts_take(names->texts, symbol, symbol);
   return take_symbol(names, symbol, dot ? (gsize)(dot - symbol) : length, "");
}

const char* names_of_stub(Names* names, const char* symbol)
{
   return is_too_long(symbol)
             ? texts_take(names->texts, symbol, symbol)
             : take_symbol(names, symbol, strlen(symbol), "@plt");
}

/* Returns the name of a function by its own and the scopes around it. Thousands
   of functions can be in a namespace with a name of megabytes; their names lack
   it. */
static const char* take_scoped(Names* names, Dwarf_Die* function,
                               const char* text)
{
   Dwarf_Die declaration = *function;
   GString*  name        = g_string_new(NULL);

   go_to_declaration(&declaration);
   append_scopes(names, name, &declaration);
   append_part(name, text);

   const char* taken =
      texts_take(names->texts,
                 name->len > CG_TEXT_MAX_NAME_BYTES ? text : name->str, text);
   g_string_free(name, TRUE);
   return taken;
}

const char* names_of(Names* names, Dwarf_Die* function)
{
   const char* linkage = linkage_name(function);
   const char* text = linkage ? linkage : names_attribute(function, DW_AT_name);

   if (!text)
      return texts_copy(names->texts, "???");
   if (!linkage && !is_its_symbol(function))
      return take_scoped(names, function, text);

   GHashTable* known = linkage ? names->symbols : names->plain;
   const char* taken = g_hash_table_lookup(known, text);
   if (!taken) {
      taken = linkage && !is_too_long(text)
                 ? take_symbol(names, text, strlen(text), "")
                 : texts_take(names->texts, text, text);
      g_hash_table_insert(known, (gpointer)text, (gpointer)taken);
   }
   return taken;
}
