/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile.c: the profile file and the end-of-run summary.

   A profile, here of a run that counted Ir and branches:

      desc: I1 cache:         32768 B, 64 B, 8-way associative
      desc: D1 cache:         32768 B, 64 B, 8-way associative
      desc: LL cache:         8388608 B, 64 B, 16-way associative
      cmd: ./prog arg
      events: Ir Bc Bcm Bi Bim
      fl=/src/prog.c
      fn=main
      10 4 1 0 0 0                       line 10: 4 Ir, 1 Bc, ...
      12 8 2 1 0 0
      fn=usage                           the same file goes on
      3 1 0 0 0 0
      summary: 13 3 1 0 0                the sums of all columns */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "guest/cg_core.h"
#include "output/cg_out.h"
#include "output/cg_profile.h"

/*------------------------------------------------------------*/
/*--- The profile                                          ---*/
/*------------------------------------------------------------*/

static void write_cache(OutFile* out, CacheId id, const CacheGeometry* g)
{
   HChar line[100];

   VG_(snprintf)(line, sizeof line, "desc: %s cache:         %d B, %d B, ",
                 cg_geometry_name(id), g->size, g->line_size);
   cg_out_string(out, line);
   if (g->assoc == 1) {
      cg_out_string(out, "direct-mapped\n");
   } else {
      cg_out_number(out, g->assoc);
      cg_out_string(out, "-way associative\n");
   }
}

/* An argument or a name.  A line break in one would end the line, and with it
   the reader's trust in the rest. */
static void write_text(OutFile* out, const HChar* text)
{
   for (; *text; text++)
      cg_out_char(out, *text == '\n' || *text == '\r' ? ' ' : *text);
}

static void write_command(OutFile* out)
{
   HChar* command = cg_core_command();

   cg_out_string(out, "cmd: ");
   write_text(out, command);
   cg_out_char(out, '\n');
   VG_(free)(command);
}

static void write_header(OutFile* out, const CacheGeometry geometry[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      write_cache(out, id, &geometry[id]);
   write_command(out);
   cg_out_string(out, "events:");
   for (Int i = 0; i < cg_costs_n_columns(); i++) {
      cg_out_char(out, ' ');
      cg_out_string(out, cg_costs_event_name(cg_costs_column_event(i)));
   }
   /* Profiles of the cache simulation alone have always ended this line in a
      space, and some readers compare lines byte by byte. */
   if (cg_costs_column_event(cg_costs_n_columns() - 1) == EV_DLmw)
      cg_out_char(out, ' ');
   cg_out_char(out, '\n');
}

static void write_counts(OutFile* out, const ULong counts[])
{
   for (Int i = 0; i < cg_costs_n_columns(); i++) {
      cg_out_char(out, ' ');
      cg_out_number(out, counts[i]);
   }
   cg_out_char(out, '\n');
}

/* Names are interned, so equal names are equal pointers. */
static void write_cost_centre(OutFile* out, const CostCentre* cc,
                              const CostCentre* previous)
{
   Bool new_file = !previous || cc->loc.file != previous->loc.file;

   if (new_file) {
      cg_out_string(out, "fl=");
      write_text(out, cc->loc.file);
      cg_out_char(out, '\n');
   }
   if (new_file || cc->loc.fn != previous->loc.fn) {
      cg_out_string(out, "fn=");
      write_text(out, cc->loc.fn);
      cg_out_char(out, '\n');
   }
   cg_out_number(out, cc->loc.lineno);
   write_counts(out, cc->counts);
}

static Bool is_zero(const CostCentre* cc)
{
   for (Int i = 0; i < cg_costs_n_columns(); i++)
      if (cc->counts[i] != 0)
         return False;
   return True;
}

/* Returns 0, or what went wrong. */
static Int write_to(const HChar* path, Bool with_zeros,
                    const CacheGeometry geometry[N_CACHES],
                    const ULong         columns[])
{
   static OutFile    out;
   const CostCentre* previous = NULL;
   const CostCentre* cc;

   cg_out_open(&out, path);
   write_header(&out, geometry);
   cg_costs_rewind();
   while ((cc = cg_costs_next())) {
      if (!with_zeros && is_zero(cc))
         continue;
      write_cost_centre(&out, cc, previous);
      previous = cc;
   }
   cg_out_string(&out, "summary:");
   write_counts(&out, columns);
   return cg_out_close(&out);
}

static void add_up(ULong columns[])
{
   const CostCentre* cc;

   cg_costs_rewind();
   while ((cc = cg_costs_next()))
      for (Int i = 0; i < cg_costs_n_columns(); i++)
         columns[i] += cc->counts[i];
}

void cg_profile_write(const HChar* path, const CacheGeometry geometry[N_CACHES],
                      Bool with_zeros, ULong totals[N_EVENTS])
{
   ULong columns[N_EVENTS] = {0};
   Int   error;

   add_up(columns);
   error = write_to(path, with_zeros, geometry, columns);
   if (error != 0)
      cg_out_complain("the profile", path, error);

   VG_(memset)(totals, 0, N_EVENTS * sizeof totals[0]);
   for (Int i = 0; i < cg_costs_n_columns(); i++)
      totals[cg_costs_column_event(i)] = columns[i];
}

/*------------------------------------------------------------*/
/*--- The summary                                          ---*/
/*------------------------------------------------------------*/

/* The widths of the summary's three columns: a total and its two parts. */
typedef struct {
   Int total, left, right;
} Widths;

static Int width_of(ULong n)
{
   HChar digits[30];
   return VG_(snprintf)(digits, sizeof digits, "%'llu", n);
}

static Int larger(Int a, Int b)
{
   return a > b ? a : b;
}

static void print_single(const HChar* label, ULong n, const Widths* w)
{
   VG_(umsg)("%s %'*llu\n", label, w->total, n);
}

static void print_split(const HChar* label, ULong left, const HChar* left_unit,
                        ULong right, const HChar* right_unit, const Widths* w)
{
   VG_(umsg)("%s %'*llu  (%'*llu %s + %'*llu %s)\n", label, w->total,
             left + right, w->left, left, left_unit, w->right, right,
             right_unit);
}

static Double percent(ULong n, ULong m)
{
   return m > 0 ? n * 100.0 / m : 0.0;
}

/* A rate stands right-aligned under its count, the percent sign one column
   further out. */
static void print_rate(const HChar* label, ULong misses, ULong refs,
                       const Widths* w)
{
   VG_(umsg)("%s %*.2f%%\n", label, w->total, percent(misses, refs));
}

static void print_split_rate(const HChar* label, ULong left_misses,
                             ULong left_refs, ULong right_misses,
                             ULong right_refs, const HChar* closing,
                             const Widths* w)
{
   VG_(umsg)("%s %*.1f%% (%*.1f%%     + %*.1f%%%s)\n", label, w->total,
             percent(left_misses + right_misses, left_refs + right_refs),
             w->left, percent(left_misses, left_refs), w->right,
             percent(right_misses, right_refs), closing);
}

static void print_caches(const ULong t[N_EVENTS], const Widths* w)
{
   print_single("I1  misses:   ", t[EV_I1mr], w);
   print_single("LLi misses:   ", t[EV_ILmr], w);
   print_rate("I1  miss rate:", t[EV_I1mr], t[EV_Ir], w);
   print_rate("LLi miss rate:", t[EV_ILmr], t[EV_Ir], w);
   VG_(umsg)("\n");

   print_split("D   refs:     ", t[EV_Dr], "rd  ", t[EV_Dw], "wr", w);
   print_split("D1  misses:   ", t[EV_D1mr], "rd  ", t[EV_D1mw], "wr", w);
   print_split("LLd misses:   ", t[EV_DLmr], "rd  ", t[EV_DLmw], "wr", w);
   print_split_rate("D1  miss rate:", t[EV_D1mr], t[EV_Dr], t[EV_D1mw],
                    t[EV_Dw], "  ", w);
   print_split_rate("LLd miss rate:", t[EV_DLmr], t[EV_Dr], t[EV_DLmw],
                    t[EV_Dw], "  ", w);
   VG_(umsg)("\n");

   print_split("LL refs:      ", t[EV_I1mr] + t[EV_D1mr], "rd  ", t[EV_D1mw],
               "wr", w);
   print_split("LL misses:    ", t[EV_ILmr] + t[EV_DLmr], "rd  ", t[EV_DLmw],
               "wr", w);
   print_split_rate("LL miss rate: ", t[EV_ILmr] + t[EV_DLmr],
                    t[EV_Ir] + t[EV_Dr], t[EV_DLmw], t[EV_Dw], "  ", w);
}

/* The first event of a level's three, and their sum, which is the level's data
   misses. */
static void print_class(const HChar* label, const ULong* t, const Widths* w)
{
   VG_(umsg)("%s %'*llu  (%'llu cold + %'llu capacity + %'llu conflict)\n",
             label, w->total, t[0] + t[1] + t[2], t[0], t[1], t[2]);
}

static void print_classes(const ULong t[N_EVENTS], const Widths* w)
{
   print_class("D1  classes:  ", &t[EV_D1cold], w);
   print_class("LLd classes:  ", &t[EV_DLcold], w);
}

static void print_branches(const ULong t[N_EVENTS], const Widths* w)
{
   print_split("Branches:     ", t[EV_Bc], "cond", t[EV_Bi], "ind", w);
   print_split("Mispredicts:  ", t[EV_Bcm], "cond", t[EV_Bim], "ind", w);
   print_split_rate("Mispred rate: ", t[EV_Bcm], t[EV_Bc], t[EV_Bim], t[EV_Bi],
                    "   ", w);
}

void cg_profile_print_summary(const ULong t[N_EVENTS], Bool cache_sim,
                              Bool branch_sim, Bool miss_classes)
{
   const Widths w = {
      .total =
         larger(width_of(t[EV_Ir]), larger(width_of(t[EV_Dr] + t[EV_Dw]),
                                           width_of(t[EV_Bc] + t[EV_Bi]))),
      .left  = larger(width_of(t[EV_Dr]), width_of(t[EV_Bc])),
      .right = larger(width_of(t[EV_Dw]), width_of(t[EV_Bi])),
   };

   print_single("I   refs:     ", t[EV_Ir], &w);
   if (cache_sim)
      print_caches(t, &w);
   if (miss_classes) {
      VG_(umsg)("\n");
      print_classes(t, &w);
   }
   if (branch_sim) {
      VG_(umsg)("\n");
      print_branches(t, &w);
   }
}
