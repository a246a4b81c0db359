/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_summary.c: prints the summary; see cg_summary.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "conflicts/cg_text.h"
#include "output/cg_summary.h"

/* The widths of the summary's three columns: a total and its two parts. */
typedef struct {
   Int total, left, right;
} Widths;

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

/* A rate is right-aligned under its count, with the percent sign one column
   further to the right. */
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

/* `has_both': there are L2 and LL, as some machines have. */
static void print_caches(const ULong t[N_EVENTS], Bool has_both,
                         const Widths* w)
{
   print_single("I1  misses:   ", t[EV_I1mr], w);
   if (has_both)
      print_single("L2i misses:   ", t[EV_I2mr], w);
   print_single("LLi misses:   ", t[EV_ILmr], w);
   print_rate("I1  miss rate:", t[EV_I1mr], t[EV_Ir], w);
   print_rate("LLi miss rate:", t[EV_ILmr], t[EV_Ir], w);
   VG_(umsg)("\n");

   print_split("D   refs:     ", t[EV_Dr], "rd  ", t[EV_Dw], "wr", w);
   print_split("D1  misses:   ", t[EV_D1mr], "rd  ", t[EV_D1mw], "wr", w);
   if (has_both)
      print_split("L2d misses:   ", t[EV_D2mr], "rd  ", t[EV_D2mw], "wr", w);
   print_split("LLd misses:   ", t[EV_DLmr], "rd  ", t[EV_DLmw], "wr", w);
   print_split_rate("D1  miss rate:", t[EV_D1mr], t[EV_Dr], t[EV_D1mw],
                    t[EV_Dw], "  ", w);
   print_split_rate("LLd miss rate:", t[EV_DLmr], t[EV_Dr], t[EV_DLmw],
                    t[EV_Dw], "  ", w);
   VG_(umsg)("\n");

   if (has_both) {
      print_split("L2 refs:      ", t[EV_I1mr] + t[EV_D1mr], "rd  ", t[EV_D1mw],
                  "wr", w);
      print_split("LL refs:      ", t[EV_I2mr] + t[EV_D2mr], "rd  ", t[EV_D2mw],
                  "wr", w);
   } else {
      print_split("LL refs:      ", t[EV_I1mr] + t[EV_D1mr], "rd  ", t[EV_D1mw],
                  "wr", w);
   }
   print_split("LL misses:    ", t[EV_ILmr] + t[EV_DLmr], "rd  ", t[EV_DLmw],
               "wr", w);
   print_split_rate("LL miss rate: ", t[EV_ILmr] + t[EV_DLmr],
                    t[EV_Ir] + t[EV_Dr], t[EV_DLmw], t[EV_Dw], "  ", w);
}

/* What only machines count. */
static void print_machine(const RunConfig* config, const ULong t[N_EVENTS],
                          const Widths* w)
{
   const Machine* m = config->machine;

   VG_(umsg)("\n");
   print_single("Written back: ", t[EV_Wb], w);
   if (m->tlbs[TLB_I][PAGE_4K].entries > 0)
      print_single("ITLB misses:  ", t[EV_ITm], w);
   if (m->tlbs[TLB_D][PAGE_4K].entries > 0)
      print_single("DTLB misses:  ", t[EV_DTm], w);
   if (m->tlbs[TLB_2][PAGE_4K].entries > 0)
      print_single("Page walks:   ", t[EV_STm], w);
   if (config->prefetch)
      VG_(umsg)("Prefetches:    %'*llu  (%'llu useful + %'llu useless + %'llu "
                "unused)\n",
                w->total, t[EV_Pfi], t[EV_Pfu], t[EV_Pfx],
                t[EV_Pfi] - t[EV_Pfu] - t[EV_Pfx]);
}

/* Print the misses by class of one level.  `t' has the counts of its three
   classes; their sum is the level's data misses. */
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

static void print_returns(const ULong t[N_EVENTS], const Widths* w)
{
   print_single("Returns:      ", t[EV_Br], w);
   print_single("Mispredicts:  ", t[EV_Brm], w);
   print_rate("Mispred rate: ", t[EV_Brm], t[EV_Br], w);
}

static void print_branches(const ULong t[N_EVENTS], const Widths* w)
{
   print_split("Branches:     ", t[EV_Bc], "cond", t[EV_Bi], "ind", w);
   print_split("Mispredicts:  ", t[EV_Bcm], "cond", t[EV_Bim], "ind", w);
   print_split_rate("Mispred rate: ", t[EV_Bcm], t[EV_Bc], t[EV_Bim], t[EV_Bi],
                    "   ", w);
}

void cg_summary_print(const RunConfig* config, const ULong t[N_EVENTS])
{
   const Widths w = {
      .total = cg_text_width(
         VG_MAX(t[EV_Ir], VG_MAX(t[EV_Dr] + t[EV_Dw], t[EV_Bc] + t[EV_Bi]))),
      .left  = cg_text_width(VG_MAX(t[EV_Dr], t[EV_Bc])),
      .right = cg_text_width(VG_MAX(t[EV_Dw], t[EV_Bi])),
   };

   print_single("I   refs:     ", t[EV_Ir], &w);
   if (config->cache_sim)
      print_caches(t, config->machine && cg_machine_has_both(config->machine),
                   &w);
   if (config->machine)
      print_machine(config, t, &w);
   if (config->miss_classes && !config->report_name) {
      VG_(umsg)("\n");
      print_classes(t, &w);
   }
   if (config->branch_sim) {
      VG_(umsg)("\n");
      print_branches(t, &w);
   }
   if (cg_config_predicts_returns(config)) {
      VG_(umsg)("\n");
      print_returns(t, &w);
   }
}
