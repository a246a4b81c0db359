/* SPDX-License-Identifier: GPL-2.0-or-later */
/* chains.c: see chains.h.  It goes through the debug information once, and
   enters only what contains one of the addresses.

   The debug information is a tree of DIEs (debugging information entries): a
   unit for each source file that was compiled, its functions, and what was
   inlined into them.  It can be damaged, so everything here is limited: the
   depth of the tree, the steps of the search, and a DIE must lie after the one
   before it. */

#include <fcntl.h>
#include <unistd.h>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "inline/chains.h"
#include "inline/names.h"
#include "inline/paths.h"
#include "inline/separate.h"
#include "inline/stubs.h"
#include "lib/budget.h"
#include "lib/regular.h"

/* How deep DIEs can be inside each other; what is deeper is not searched.  Some
   fifty are usual.  To find the next DIE after one with children, libdw may
   have to read all of these, so this also limits how often a byte is read. */
#define MAX_DEPTH 256

/* How many ranges of addresses are looked at, and how often an address can be
   inside one: any number of DIEs can have the same ranges.  So many for each
   byte of the file, and for a small one; compilers make less than one. */
#define STEPS_OF_BYTE 16
#define STEPS_OF_ANY  1000000

/* A function that was inlined, and the DIE that describes it, to which the DIEs
   of all its copies refer. */
typedef struct {
   ChainsFunction* function;
   Dwarf_Die       die;
} Origin;

/* An ELF file that libdw has opened.  The two biases are what it adds to
   addresses of the file and of the debug information. */
typedef struct {
   Dwfl_Module* module;
   Dwarf*       dwarf;
   GElf_Addr    elf_bias;
   Dwarf_Addr   dwarf_bias;
} Object;

typedef struct {
   Object       object;
   Chains*      chains;
   ChainsPlace* places;
   gsize        n_places;
   GHashTable*  origins; /* Origin by the address of its DIE in memory */
   GPtrArray*   named;   /* the same in the order in which they were found, in
                            which they get names: long ones take from others */
   GHashTable* copies;   /* by the same address: where the function begins where
                            it is not inlined, in the ELF file (guint64*) */
   GHashTable* paths;    /* paths of the current unit, by their numbers */
   guint64     steps;    /* that are left */
   gboolean    has_nameless; /* places */
} Search;

/*------------------------------------------------------------*/
/*--- Addresses                                            ---*/
/*------------------------------------------------------------*/

/* Returns the address in the ELF file of one in the debug information. */
static guint64 in_file(const Search* search, Dwarf_Addr address)
{
   return address + search->object.dwarf_bias - search->object.elf_bias;
}

gsize chains_first_place(const ChainsPlace* places, gsize n_places,
                         guint64 address)
{
   gsize low = 0, high = n_places;

   while (low < high) {
      gsize middle = low + (high - low) / 2;
      if (places[middle].address < address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static gsize first_place(const Search* search, guint64 address)
{
   return chains_first_place(search->places, search->n_places, address);
}

static void take_step(Search* search)
{
   search->steps -= search->steps > 0;
}

/* A range of addresses in the ELF file; all 0 before the first. */
typedef struct {
   guint64    begin, end;
   ptrdiff_t  offset; /* these are libdw's */
   Dwarf_Addr base;
} CodeRange;

/* Goes to the next range of a DIE.  Returns FALSE if there is none, or no step
   left. */
static gboolean next_range(Search* search, Dwarf_Die* die, CodeRange* range)
{
   Dwarf_Addr begin, end;

   if (search->steps == 0)
      return FALSE;
   range->offset = dwarf_ranges(die, range->offset, &range->base, &begin, &end);
   if (range->offset <= 0)
      return FALSE;
   take_step(search);
   range->begin = in_file(search, begin);
   range->end   = in_file(search, end);
   return TRUE;
}

/* Sets `inlined' of the places from `begin' to `end'; if it is NULL, changes
   nothing.  Returns whether there is such a place. */
static gboolean mark_range(Search* search, guint64 begin, guint64 end,
                           const ChainsInlined* inlined)
{
   gsize    i     = first_place(search, begin);
   gboolean found = i < search->n_places && search->places[i].address < end;

   for (; inlined && i < search->n_places && search->places[i].address < end;
        i++, take_step(search))
      search->places[i].inlined = inlined;
   return found;
}

typedef enum { NO_CODE, CODE_ELSEWHERE, CODE_HERE } Code;

/* Does the same for all ranges of a DIE.  Returns whether it has any, and
   whether a place is in them. */
static Code mark(Search* search, Dwarf_Die* die, const ChainsInlined* inlined)
{
   Code      code  = NO_CODE;
   CodeRange range = {0};

   while ((inlined || code != CODE_HERE) && next_range(search, die, &range))
      if (mark_range(search, range.begin, range.end, inlined))
         code = CODE_HERE;
      else if (code == NO_CODE)
         code = CODE_ELSEWHERE;
   return code;
}

/* Returns the address of the first instruction of a DIE: what it says itself,
   or the beginning of its first range. */
static guint64 entry_of(const Search* search, Dwarf_Die* die)
{
   Dwarf_Addr entry = 0, base, end;

   if (dwarf_entrypc(die, &entry) != 0)
      dwarf_ranges(die, 0, &base, &entry, &end);
   return in_file(search, entry);
}

/*------------------------------------------------------------*/
/*--- Functions and lines                                  ---*/
/*------------------------------------------------------------*/

/* Returns the only copy of a path that the caller gives away; "???" for NULL,
   or if long ones have taken too much: a part of it would be another. */
static const char* take_path(Chains* chains, char* path)
{
   const char* copy = texts_take(&chains->texts, path ? path : "???", "???");

   g_free(path);
   return copy;
}

/* Returns the path of a file of the current unit. */
static const char* path_in_unit(Search* search, Dwarf_CU* cu, Dwarf_Word number)
{
   const char* path = g_hash_table_lookup(search->paths, (gpointer)number);

   if (!path) {
      char*    text = paths_of(cu, number, search->chains->known);
      gboolean keep = text != NULL;
      path          = take_path(search->chains, text);
      /* Only numbers of files are kept: others could be chosen to collide. */
      if (keep)
         g_hash_table_insert(search->paths, (gpointer)number, (char*)path);
   }
   return path;
}

/* Returns the path that an attribute of the current unit numbers. */
static const char* path_of_attribute(Search* search, Dwarf_Attribute* file)
{
   Dwarf_Word number;

   return dwarf_formudata(file, &number) == 0
             ? path_in_unit(search, file->cu, number)
             : chains_string(search->chains, "???");
}

/* Sets the file and line of a place in a unit, if the table of lines has it. */
static void find_line(Search* search, Dwarf_Die* unit, ChainsPlace* place)
{
   guint64 address =
      place->address - search->object.dwarf_bias + search->object.elf_bias;
   Dwarf_Line*  row = dwarf_getsrc_die(unit, address);
   Dwarf_Files* files;
   size_t       file;
   int          line;

   if (!row || dwarf_line_file(row, &files, &file) != 0
       || dwarf_lineno(row, &line) != 0)
      return;
   place->file = path_in_unit(search, unit->cu, file);
   place->line = MAX(line, 0);
}

/* Does the same for all places in a unit. */
static void find_lines(Search* search, Dwarf_Die* unit)
{
   CodeRange range = {0};

   while (next_range(search, unit, &range))
      for (gsize i = first_place(search, range.begin);
           i < search->n_places && search->places[i].address < range.end;
           i++, take_step(search))
         find_line(search, unit, &search->places[i]);
}

static guint64 attribute_number(Dwarf_Attribute* attribute)
{
   Dwarf_Word number;

   return dwarf_formudata(attribute, &number) == 0 ? number : 0;
}

/* Returns the DIE of the function that a DIE is a copy of. */
static Dwarf_Die origin_of(Dwarf_Die* die)
{
   Dwarf_Attribute memory;
   Dwarf_Die       origin;

   return dwarf_formref_die(dwarf_attr(die, DW_AT_abstract_origin, &memory),
                            &origin)
             ? origin
             : *die;
}

/* Returns the function that a DIE is a copy of, without its name. */
static const ChainsFunction* function_of(Search* search, Dwarf_Die* die)
{
   Dwarf_Attribute memory;
   Dwarf_Die       at    = origin_of(die);
   Origin*         found = g_hash_table_lookup(search->origins, at.addr);

   if (!found) {
      found                 = g_new(Origin, 1);
      found->die            = at;
      found->function       = g_new0(ChainsFunction, 1);
      found->function->file = take_path(
         search->chains,
         paths_of_attribute(dwarf_attr_integrate(&at, DW_AT_decl_file, &memory),
                            search->chains->known));
      found->function->line =
         attribute_number(dwarf_attr_integrate(&at, DW_AT_decl_line, &memory));
      g_ptr_array_add(search->chains->functions, found->function);
      g_hash_table_insert(search->origins, at.addr, found);
      g_ptr_array_add(search->named, found);
   }
   return found->function;
}

/* Notes where a function begins that is not inlined, if it could be a copy of
   one that is. */
static void add_copy(Search* search, Dwarf_Die* die)
{
   Dwarf_Die origin = origin_of(die);

   if (origin.addr != die->addr && names_lack_parameters(&origin)) {
      guint64* copy = g_new(guint64, 1);
      *copy         = entry_of(search, die);
      g_hash_table_insert(search->copies, origin.addr, copy);
   }
}

/* Returns whether it is known which function was inlined.  It may be in a file
   that is missing, if dwz has moved it. */
static gboolean has_name(Dwarf_Die* die)
{
   Dwarf_Attribute memory;

   return dwarf_attr_integrate(die, DW_AT_name, &memory)
          || dwarf_attr_integrate(die, DW_AT_linkage_name, &memory);
}

/* Sets `function' of the nameless places of a DIE that is one. */
static void name_places(Search* search, Dwarf_Die* die)
{
   const ChainsFunction* function = NULL;
   CodeRange             range    = {0};

   while (search->has_nameless && next_range(search, die, &range))
      for (gsize i = first_place(search, range.begin);
           i < search->n_places && search->places[i].address < range.end;
           i++, take_step(search))
         if (search->places[i].nameless) {
            if (!function)
               function = function_of(search, die);
            search->places[i].function = function;
         }
}

static const ChainsInlined* new_inlined(Search* search, Dwarf_Die* die,
                                        const ChainsInlined* caller)
{
   ChainsInlined*  inlined = g_new(ChainsInlined, 1);
   Dwarf_Attribute memory;

   *inlined = (ChainsInlined){
      .caller   = caller,
      .number   = search->chains->inlined->len,
      .function = function_of(search, die),
      .file =
         path_of_attribute(search, dwarf_attr(die, DW_AT_call_file, &memory)),
      .line  = attribute_number(dwarf_attr(die, DW_AT_call_line, &memory)),
      .entry = entry_of(search, die)};
   g_ptr_array_add(search->chains->inlined, inlined);
   return inlined;
}

/*------------------------------------------------------------*/
/*--- The tree                                             ---*/
/*------------------------------------------------------------*/

static void search_children(Search* search, Dwarf_Die* parent, Dwarf_Off end,
                            const ChainsInlined* caller, guint depth);

/* Searches a DIE that lies in `caller', and reaches to the offset `end'. */
static void search_die(Search* search, Dwarf_Die* die, Dwarf_Off end,
                       const ChainsInlined* caller, guint depth)
{
   switch (dwarf_tag(die)) {
   case DW_TAG_inlined_subroutine:
      if (mark(search, die, NULL) != CODE_HERE)
         return;
      if (has_name(die)) {
         caller = new_inlined(search, die, caller);
         mark(search, die, caller);
      }
      break;
   case DW_TAG_subprogram:
      /* A nested function is a child of another, but its code is not inside
         the other's. */
      if (mark(search, die, NULL) == NO_CODE)
         return;
      add_copy(search, die);
      if (has_name(die))
         name_places(search, die);
      caller = NULL;
      break;
   case DW_TAG_lexical_block:
      if (mark(search, die, NULL) == CODE_ELSEWHERE)
         return;
      break;
   case DW_TAG_namespace:
   case DW_TAG_module:
   case DW_TAG_class_type:
   case DW_TAG_structure_type:
   case DW_TAG_union_type:
   case DW_TAG_enumeration_type:
   case DW_TAG_interface_type:
      break;
   default:
      return;
   }
   search_children(search, die, end, caller, depth + 1);
}

/* Searches the children of a DIE, which are before `end': the next one of a
   child could lie anywhere after it, and be searched once more from there. */
static void search_children(Search* search, Dwarf_Die* parent, Dwarf_Off end,
                            const ChainsInlined* caller, guint depth)
{
   Dwarf_Die die, next;

   if (depth > MAX_DEPTH || dwarf_child(parent, &die) != 0)
      return;
   while (dwarf_dieoffset(&die) < end && search->steps > 0) {
      gboolean last = dwarf_siblingof(&die, &next) != 0
                      || dwarf_dieoffset(&next) <= dwarf_dieoffset(&die);
      search_die(search, &die, last ? end : MIN(end, dwarf_dieoffset(&next)),
                 caller, depth);
      if (last)
         return;
      die = next;
   }
}

/* Sets `split' to the rest of a skeleton unit, which is in a file of its own
   (.dwo).  Returns whether that can be read. */
static gboolean find_split(const Search* search, Dwarf_CU* unit, Dwarf_Die* die,
                           Dwarf_Die* split)
{
   return separate_can_open_split(search->object.module, die)
          && dwarf_cu_info(unit, NULL, NULL, NULL, split, NULL, NULL, NULL) == 0
          && split->addr
          && !separate_has_alternative(dwarf_cu_getdwarf(split->cu));
}

/* Searches a unit, unless it says where its code is and no place is there. */
static void search_unit(Search* search, Dwarf_CU* unit, Dwarf_Die* die,
                        guint8 type)
{
   int       tag = dwarf_tag(die);
   Dwarf_Die split;

   if ((tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit)
       || mark(search, die, NULL) == CODE_ELSEWHERE)
      return;
   g_hash_table_remove_all(search->paths);
   find_lines(search, die);
   if (type == DW_UT_skeleton) {
      if (find_split(search, unit, die, &split))
         die = &split;
      else if (dwarf_haschildren(die) <= 0)
         search->chains->lost++;
   }
   g_hash_table_remove_all(search->paths);
   search_children(search, die, G_MAXUINT64, NULL, 0);
}

static void search_units(Search* search)
{
   Dwarf_CU* unit = NULL;
   Dwarf_Die die;
   guint8    type;

   while (search->steps > 0
          && dwarf_get_units(search->object.dwarf, unit, &unit, NULL, &type,
                             &die, NULL)
                == 0)
      search_unit(search, unit, &die, type);
}

/*------------------------------------------------------------*/
/*--- The symbol table                                     ---*/
/*------------------------------------------------------------*/

/* Returns the symbols of the functions that `copies' has, by their addresses in
   the ELF file. */
static GHashTable* symbols_of_copies(const Search* search)
{
   Dwfl_Module*   module  = search->object.module;
   GHashTable*    symbols = g_hash_table_new(hash_number, g_int64_equal);
   GHashTable*    wanted  = g_hash_table_new(hash_number, g_int64_equal);
   GHashTableIter i;
   gpointer       copy;
   int            n =
      g_hash_table_size(search->copies) > 0 ? dwfl_module_getsymtab(module) : 0;

   g_hash_table_iter_init(&i, search->copies);
   while (g_hash_table_iter_next(&i, NULL, &copy))
      g_hash_table_add(wanted, copy);
   for (int symbol = 1; symbol < n; symbol++) {
      GElf_Sym    entry;
      GElf_Addr   address;
      const char* name = dwfl_module_getsym_info(module, symbol, &entry,
                                                 &address, NULL, NULL, NULL);
      guint64     at   = address - search->object.elf_bias;
      gpointer    key  = name ? g_hash_table_lookup(wanted, &at) : NULL;
      if (key && GELF_ST_TYPE(entry.st_info) == STT_FUNC)
         g_hash_table_insert(symbols, key, (char*)name);
   }
   g_hash_table_destroy(wanted);
   return symbols;
}

/* Names the functions that were found. */
static void name_functions(Search* search)
{
   GHashTable* symbols = symbols_of_copies(search);
   Names*      names   = names_new(&search->chains->texts);

   for (guint i = 0; i < search->named->len; i++) {
      Origin*        origin = search->named->pdata[i];
      const guint64* copy =
         g_hash_table_lookup(search->copies, origin->die.addr);
      const char* symbol     = copy ? g_hash_table_lookup(symbols, copy) : NULL;
      origin->function->name = symbol ? names_of_symbol(names, symbol)
                                      : names_of(names, &origin->die);
   }
   names_free(names);
   g_hash_table_destroy(symbols);
}

/*------------------------------------------------------------*/
/*--- The file                                             ---*/
/*------------------------------------------------------------*/

/* Reads an ELF file, whose descriptor it takes over, and its debug information.
   Returns CHAINS_FOUND with `object', or what is missing. */
static ChainsResult open_object(Dwfl* dwfl, const char* path, int fd,
                                Object* object)
{
   dwfl_report_begin(dwfl);
   object->module =
      separate_can_open(fd) ? dwfl_report_offline(dwfl, path, path, fd) : NULL;
   dwfl_report_end(dwfl, NULL, NULL);
   /* libdw has taken the descriptor over, unless it reports nothing. */
   if (!object->module)
      close(fd);
   if (!object->module
       || !dwfl_module_getelf(object->module, &object->elf_bias))
      return CHAINS_NO_FILE;
   object->dwarf = dwfl_module_getdwarf(object->module, &object->dwarf_bias);
   return object->dwarf && !separate_was_refused(object->module, object->dwarf)
             ? CHAINS_FOUND
             : CHAINS_NO_DEBUG;
}

static gboolean has_nameless(const ChainsPlace* places, gsize n)
{
   gsize i = 0;

   while (i < n && !places[i].nameless)
      i++;
   return i < n;
}

static guint64 bytes_of(Elf* elf)
{
   size_t bytes = 0;

   elf_rawfile(elf, &bytes);
   return bytes;
}

/* Returns how many steps the debug information of an object explains. */
static guint64 steps_of(const Object* object)
{
   GElf_Addr bias;
   Elf*      file = dwfl_module_getelf(object->module, &bias);
   Elf*      from = dwarf_getelf(object->dwarf);

   return STEPS_OF_ANY
          + STEPS_OF_BYTE
               * (bytes_of(file) + (from != file ? bytes_of(from) : 0));
}

static ChainsResult search_object(Chains* chains, const Object* object,
                                  ChainsPlace* places, gsize n)
{
   Search search = {.object       = *object,
                    .chains       = chains,
                    .places       = places,
                    .n_places     = n,
                    .steps        = steps_of(object),
                    .has_nameless = has_nameless(places, n),
                    .origins = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                    .named   = g_ptr_array_new(),
                    .copies  = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                    .paths   = g_hash_table_new(NULL, NULL)};

   search_units(&search);
   name_functions(&search);
   g_ptr_array_free(search.named, TRUE);
   g_hash_table_destroy(search.origins);
   g_hash_table_destroy(search.copies);
   g_hash_table_destroy(search.paths);
   return search.steps > 0 ? CHAINS_FOUND : CHAINS_WRONG;
}

ChainsResult chains_find(Chains* chains, const char* path, ChainsPlace* places,
                         gsize n)
{
   char*                directories = (char[]){SEPARATE_DIRECTORIES};
   const Dwfl_Callbacks callbacks   = {.find_debuginfo = separate_find,
                                       .section_address =
                                          dwfl_offline_section_address,
                                       .debuginfo_path = &directories};
   Object               object;
   ChainsResult         result = CHAINS_NO_FILE;
   struct stat          status;
   int                  fd = regular_open(path, &status);

   chains->lost = 0;
   if (fd < 0)
      return CHAINS_NO_FILE;
   budget_add_file(BUDGET_NAMED, path, fd);
   Dwfl* dwfl = dwfl_begin(&callbacks);
   if (dwfl)
      result = open_object(dwfl, path, fd, &object);
   else
      close(fd);
   if (result == CHAINS_FOUND)
      result = search_object(chains, &object, places, n);
   for (gsize i = 0; result != CHAINS_FOUND && i < n; i++)
      places[i] = (ChainsPlace){.address  = places[i].address,
                                .nameless = places[i].nameless};
   if (result != CHAINS_NO_FILE && has_nameless(places, n))
      stubs_find(chains, dwfl_module_getelf(object.module, &object.elf_bias),
                 places, n);
   dwfl_end(dwfl);
   return result;
}

Chains* chains_new(GHashTable* known)
{
   Chains* chains = g_new(Chains, 1);

   *chains = (Chains){.inlined   = g_ptr_array_new_with_free_func(g_free),
                      .functions = g_ptr_array_new_with_free_func(g_free),
                      .known     = known};
   texts_init(&chains->texts);
   return chains;
}

const char* chains_string(Chains* chains, const char* text)
{
   return texts_copy(&chains->texts, text);
}

const ChainsFunction* chains_function(Chains* chains, const char* name)
{
   ChainsFunction* function = g_new(ChainsFunction, 1);

   *function = (ChainsFunction){name, chains_string(chains, "???"), 0};
   g_ptr_array_add(chains->functions, function);
   return function;
}

void chains_free(Chains* chains)
{
   g_ptr_array_free(chains->inlined, TRUE);
   g_ptr_array_free(chains->functions, TRUE);
   texts_destroy(&chains->texts);
   g_free(chains);
}
