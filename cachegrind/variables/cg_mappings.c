/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.c: memory of which only the mapping is known: files, sections of
   loaded objects, memory from brk, and other mappings. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_xarray.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_text.h"
#include "guest/cg_elf.h"
#include "guest/cg_range.h"
#include "variables/cg_heap.h"
#include "variables/cg_mappings.h"
#include "variables/cg_names.h"
#include "variables/cg_stacks.h"
#include "variables/cg_symbols.h"

/*------------------------------------------------------------*/
/*--- What the core knows                                  ---*/
/*------------------------------------------------------------*/

/* The name of the object that has `addr' in one of its sections; NULL if there
   is none. */
static const HChar* mapped_object_at(Addr addr)
{
   const HChar* name;

   return VG_(DebugInfo_sect_kind)(&name, addr) == Vg_SectUnknown ? NULL : name;
}

/* Whether the core has debug information, and so perhaps symbols, of the file
   that is mapped.  `file' may be NULL. */
static Bool has_debug_info(const HChar* file)
{
   const DebugInfo* di = NULL;

   while (file && (di = VG_(next_DebugInfo)(di)))
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(di), file) == 0)
         return True;
   return False;
}

/* Shrink `s' so that it still holds `addr' but no byte of the .bss of any
   object. */
static void keep_out_of_bss(Range* s, Addr addr)
{
   const DebugInfo* di = NULL;

   while ((di = VG_(next_DebugInfo)(di)))
      cg_range_keep_out(s, addr,
                        (Range){VG_(DebugInfo_get_bss_avma)(di),
                                VG_(DebugInfo_get_bss_size)(di)});
}

/*------------------------------------------------------------*/
/*--- Mapped files                                         ---*/
/*------------------------------------------------------------*/

/* A mapped file whose debug information the core has loaded. */
typedef struct {
   ULong   device, inode;
   XArray* sections; /* as from cg_elf_sections; NULL: not known */
   UInt    n_loaded; /* how often it was loaded */
} File;

static OSet* files; /* of File */

static Word compare_files(const void* key, const void* elem)
{
   const File* a = key;
   const File* b = elem;

   if (a->device != b->device)
      return a->device < b->device ? -1 : 1;
   return a->inode < b->inode ? -1 : a->inode > b->inode;
}

/* NULL if the core has loaded nothing of it. */
static File* file_of(const NSegment* m)
{
   File key = {.device = m->dev, .inode = m->ino};

   return m->kind == SkFileC ? VG_(OSetGen_Lookup)(files, &key) : NULL;
}

/* Shrink `s', in memory, so that it still holds `addr' but no byte of the
   sections that can have code or variables.  If that is not known, or if `addr'
   is in one of them, only `addr' is left. */
static void keep_out_of_sections(Range* s, Addr addr, const NSegment* m)
{
   const File* file     = file_of(m);
   Bool        is_known = file && file->sections;

   for (Word i = 0; is_known && i < VG_(sizeXA)(file->sections); i++) {
      Range section = *(Range*)VG_(indexXA)(file->sections, i);

      section.start += m->start - m->offset;
      is_known = !cg_range_holds(&section, addr);
      cg_range_keep_out(s, addr, section);
   }
   if (!is_known)
      *s = (Range){addr, 1};
}

/*------------------------------------------------------------*/
/*--- Gaps between symbols                                 ---*/
/*------------------------------------------------------------*/

/* Memory of an object that is in no symbol.  To find its bounds takes many
   look-ups, each of which goes through all objects, so it is kept until it is
   unmapped. */
typedef struct {
   Range range;
   UInt  variable;
   UInt  n_loaded; /* of its file, when it was found */
} Gap;

static OSet* gaps; /* of Gap */

/* The epoch of the debug information for which the gaps are right. */
static UInt gaps_epoch;

static void notice_epoch(void)
{
   if (VG_(current_DiEpoch)().n == gaps_epoch)
      return;
   gaps_epoch = VG_(current_DiEpoch)().n;
   cg_range_remove_within(gaps, (Range){0, ~(SizeT)0});
}

/* Objects lie in mappings of their own files.  So if an object is loaded, there
   are other symbols in that file only. */
void cg_mappings_loaded(Addr addr)
{
   const NSegment* m    = VG_(am_find_nsegment)(addr);
   const HChar*    path = m ? VG_(am_get_filename)(m) : NULL;
   File*           file;

   if (!path || m->kind != SkFileC)
      return;
   file = file_of(m);
   if (!file) {
      file  = VG_(OSetGen_AllocNode)(files, sizeof *file);
      *file = (File){.device = m->dev, .inode = m->ino};
      VG_(OSetGen_Insert)(files, file);
   }
   if (file->sections)
      VG_(deleteXA)(file->sections);
   file->sections = cg_elf_sections(path, m->dev, m->ino);
   file->n_loaded++;
   if (VG_(current_DiEpoch)().n == gaps_epoch + 1)
      gaps_epoch++;
}

void cg_mappings_forget(Range s)
{
   notice_epoch();
   cg_range_remove_within(gaps, s);
}

static UInt n_loaded_of(const NSegment* m)
{
   const File* file = m ? file_of(m) : NULL;

   return file ? file->n_loaded : 0;
}

/* The gap that is known at `addr', in the mapping `m'; NULL if there is none.
 */
static const Gap* known_gap_at(Addr addr, const NSegment* m)
{
   const Gap* gap = cg_range_find(gaps, addr);

   return gap && gap->n_loaded == n_loaded_of(m) ? gap : NULL;
}

Bool cg_mappings_is_in_no_symbol(Addr addr)
{
   notice_epoch();
   return known_gap_at(addr, VG_(am_find_nsegment)(addr)) != NULL;
}

/* Whether the core looks for variables in sections of this kind. */
static Bool can_have_variables(VgSectKind kind)
{
   return kind == Vg_SectUnknown || kind == Vg_SectData || kind == Vg_SectBSS;
}

/* Whether `addr' is in no symbol and in a section of `object'; NULL: of no
   object. */
static Bool is_like(Addr addr, const HChar* object)
{
   const HChar *name, *its_object;
   VgSectKind   kind = VG_(DebugInfo_sect_kind)(&its_object, addr);
   Addr         start;

   if (kind == Vg_SectUnknown)
      its_object = NULL;
   return (its_object == object
           || (its_object && object && VG_(strcmp)(its_object, object) == 0))
          && !(can_have_variables(kind)
               && cg_symbols_start(addr, &start, &name));
}

/* The bytes around `addr' that are in the same object, in no symbol, and in the
   same chunk. */
static Range gap_range(Addr addr, const NSegment* m, const HChar* object)
{
   Range chunk = cg_range_chunk_at(addr);
   Range known = chunk;
   Addr  first, last;

   if (object)
      known = (Range){addr, 1};
   else {
      keep_out_of_sections(&known, addr, m);
      keep_out_of_bss(&known, addr);
   }
   first = known.start;
   last  = cg_range_last(&known);
   while (cg_range_holds(&chunk, first - 1) && is_like(first - 1, object))
      first--;
   while (cg_range_holds(&chunk, last + 1) && is_like(last + 1, object))
      last++;
   return cg_range_from_to(first, last);
}

/* The gap at `addr', which is in no symbol, in the mapping `m'; NULL if there
   can be no symbols nearby. */
static const Gap* gap_at(Addr addr, const NSegment* m)
{
   const Gap*   known  = known_gap_at(addr, m);
   const HChar* object = known ? NULL : mapped_object_at(addr);
   const HChar* file   = m->kind == SkFileC ? VG_(am_get_filename)(m) : NULL;
   Gap*         gap;

   if (known || (!object && !has_debug_info(file)))
      return known;
   gap           = VG_(OSetGen_AllocNode)(gaps, sizeof *gap);
   gap->range    = gap_range(addr, m, object);
   gap->n_loaded = n_loaded_of(m);
   gap->variable = cg_names_variable_with(
      "mapped file ", cg_text_base_name(object ? object : file), "");
   cg_range_remove_within(gaps, gap->range);
   VG_(OSetGen_Insert)(gaps, gap);
   return gap;
}

/*------------------------------------------------------------*/
/*--- Mappings                                             ---*/
/*------------------------------------------------------------*/

static UInt variable_of(const NSegment* m)
{
   const HChar* file = m->kind == SkFileC ? VG_(am_get_filename)(m) : NULL;

   if (file)
      return cg_names_variable_with("mapped file ", cg_text_base_name(file),
                                    "");
   return cg_names_variable(m->kind == SkAnonC && m->isCH ? "heap"
                                                          : "mapped memory");
}

void cg_mappings_resolve(Addr addr, Resolved* r)
{
   const NSegment* m = VG_(am_find_nsegment)(addr);
   const Gap*      gap;
   Range           altstack;

   r->range = cg_range_chunk_at(addr);
   if (!m || !(m->kind & (SkAnonC | SkFileC | SkShmC))) {
      r->variable = VARIABLE_UNKNOWN;
      return;
   }
   if (cg_stacks_altstack_at(addr, &altstack)) {
      r->range    = altstack;
      r->variable = cg_names_variable("stack");
      return;
   }
   gap = gap_at(addr, m);
   if (gap) {
      r->range    = gap->range;
      r->variable = gap->variable;
   } else {
      r->range    = cg_range_from_to(m->start, m->end);
      r->variable = variable_of(m);
      keep_out_of_bss(&r->range, addr);
   }
   cg_heap_keep_out(&r->range, addr);
   cg_stacks_keep_out(&r->range, addr);
}

void cg_mappings_init(void)
{
   files = VG_(OSetGen_Create)(0, compare_files, VG_(malloc),
                               "cg.mappings.files", VG_(free));
   gaps  = cg_range_new_table("cg.mappings.gaps");
}
