/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_table.c: see branch_table.h. */

#include "trace/branch_table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text.h"

#define JSON_VERSION 1

/* The kinds of branches that are predicted, and those that are not: a processor
   that decodes a direct jump or call knows where it goes. */
enum { CONDITIONAL, INDIRECT, RETURNS, N_KINDS, OTHERS = N_KINDS };

static const HChar* const kind_name[N_KINDS] = {"conditional", "indirect",
                                                "returns"};

static guint column_kind(BranchType type)
{
   switch (type) {
   case TYPE_CONDITIONAL:
      return CONDITIONAL;
   case TYPE_INDIRECT_JUMP:
   case TYPE_INDIRECT_CALL:
      return INDIRECT;
   case TYPE_RETURN:
      return RETURNS;
   default:
      return OTHERS;
   }
}

static gboolean predicts(const BranchTable* t, guint predictor, guint kind)
{
   return kind != RETURNS || cg_predictor_has_returns(t->kinds[predictor]);
}

/* Whether all predictors predict branches of this kind. */
static gboolean all_predict(const BranchTable* t, guint kind)
{
   for (guint i = 0; i < t->n; i++)
      if (!predicts(t, i, kind))
         return FALSE;
   return kind != OTHERS;
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

typedef struct {
   ULong branches; /* of any type */
   ULong executed[N_KINDS];
   ULong mispredicted[N_PREDICTORS][N_KINDS];
} Sums;

static Sums predictor_sums(const BranchTable* t)
{
   Sums sums = {0};

   for (guint s = 0; s < t->n_sites; s++) {
      const BranchSite* site = &t->sites[s];
      guint             kind = column_kind(site->type);

      sums.branches += site->executed;
      if (kind == OTHERS)
         continue;
      sums.executed[kind] += site->executed;
      for (guint i = 0; i < t->n; i++)
         sums.mispredicted[i][kind] += site->mispredicted[i];
   }
   return sums;
}

/* The same number for all predictors, so that their rates can be compared: what
   one does not predict, it is assumed to know. */
static ULong table_total(const ULong by_kind[N_KINDS])
{
   return by_kind[CONDITIONAL] + by_kind[INDIRECT] + by_kind[RETURNS];
}

/*------------------------------------------------------------*/
/*--- Source lines                                         ---*/
/*------------------------------------------------------------*/

static int compare_numbers(ULong a, ULong b)
{
   return (a > b) - (a < b);
}

/* Many sites have the same name, which may be long. */
static int compare_site_names(const HChar* a, const HChar* b)
{
   return a == b ? 0 : strcmp(a, b);
}

/* By file, line and function. */
static int compare_sites(const SourceLine* a, const SourceLine* b)
{
   int order = compare_site_names(a->file, b->file);

   if (order == 0)
      order = compare_numbers(a->lineno, b->lineno);
   return order == 0 ? compare_site_names(a->fn, b->fn) : order;
}

static int compare_by_place(const void* a, const void* b)
{
   return compare_sites(((const BranchSite*)a)->line,
                        ((const BranchSite*)b)->line);
}

/* The difference between the worst and the best predictor.  If there is only
   one, the best is one that is always right. */
static ULong spread_of(const BranchSite* line, guint n)
{
   ULong least = n > 1 ? line->mispredicted[0] : 0, most = 0;

   for (guint i = 0; i < n; i++) {
      least = MIN(least, line->mispredicted[i]);
      most  = MAX(most, line->mispredicted[i]);
   }
   return most - least;
}

/* The largest spread first, then the most branches.  `data' has the number of
   predictors. */
static gint compare_by_spread(gconstpointer a, gconstpointer b, gpointer data)
{
   const BranchSite *x = a, *y = b;
   guint             n     = *(const guint*)data;
   int               order = compare_numbers(spread_of(y, n), spread_of(x, n));

   return order == 0 ? compare_numbers(y->executed, x->executed) : order;
}

/* Adds up neighbours that have the same place.  Returns how many are left. */
static guint merge_places(BranchSite lines[], guint n_lines, guint n)
{
   guint last = 0;

   for (guint l = 1; l < n_lines; l++)
      if (compare_by_place(&lines[last], &lines[l]) != 0)
         lines[++last] = lines[l];
      else {
         lines[last].executed += lines[l].executed;
         lines[last].conditional += lines[l].conditional;
         lines[last].taken += lines[l].taken;
         for (guint i = 0; i < n; i++)
            lines[last].mispredicted[i] += lines[l].mispredicted[i];
      }
   return n_lines == 0 ? 0 : last + 1;
}

/* The line of a site, alone.  Only conditional branches count as taken. */
static BranchSite site_line(const BranchSite* site)
{
   BranchSite line = *site;

   if (site->type == TYPE_CONDITIONAL)
      line.conditional = site->executed;
   else
      line.taken = 0;
   return line;
}

/* The source lines of the report, sorted, and in *n_lines how many they are.
   They have the branches that all predictors predict: otherwise one would be
   the better for not trying.  The caller frees the result. */
static BranchSite* lines_of(const BranchTable* t, guint* n_lines)
{
   BranchSite* lines = g_new(BranchSite, t->n_sites + 1); /* never NULL */
   guint       n = 0, predictors = t->n;

   for (guint s = 0; s < t->n_sites; s++)
      if (t->sites[s].line && all_predict(t, column_kind(t->sites[s].type)))
         lines[n++] = site_line(&t->sites[s]);
   qsort(lines, n, sizeof lines[0], compare_by_place);
   n = merge_places(lines, n, t->n);
   /* This sort is stable: the others stay in the order of their places. */
   g_qsort_with_data(lines, n, sizeof lines[0], compare_by_spread, &predictors);
   n = MIN(n, t->n_lines);
   while (n > 0 && spread_of(&lines[n - 1], t->n) == 0)
      n--;
   *n_lines = n;
   return lines;
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

#define GAP        3 /* blanks before the columns of a kind */
#define RATE_WIDTH 8 /* "  12.3%" and one more */

/* Columns: the total, then the kinds. */
#define N_COLUMNS (1 + N_KINDS)

static const HChar* column_name(guint column)
{
   return column == 0 ? "total" : kind_name[column - 1];
}

/* What is in a column. */
static ULong cell(guint column, const ULong by_kind[N_KINDS])
{
   return column == 0 ? table_total(by_kind) : by_kind[column - 1];
}

static gboolean has_cell(const BranchTable* t, guint predictor, guint column)
{
   return column == 0 || predicts(t, predictor, column - 1);
}

/* Writes `part' in thousandths of `whole', with two decimals, rounded; "." if
   `whole' is 0. */
static void put_thousandths(GString* to, ULong part, ULong whole, guint width)
{
   ULong hundredths;

   if (whole == 0) {
      text_right(to, ".", width);
      return;
   }
   hundredths = (part * 100000 + whole / 2) / whole;
   g_string_append_printf(to, "%*s.%02u", width - 3,
                          text_commas(hundredths / 100),
                          (guint)(hundredths % 100));
}

static void put_predictor(GString* to, PredictorKind kind)
{
   g_string_append_printf(to, "  %s\n", cg_predictor_name(kind));
}

static void put_per_thousand(GString* to, const BranchTable* t,
                             const Sums* sums)
{
   ULong whole = t->is_trace ? t->instructions : sums->branches;
   guint width[N_COLUMNS];

   g_string_append_printf(to, "\nMispredictions per 1,000 %s\n\n",
                          t->is_trace ? "instructions" : "branches");
   for (guint c = 0; c < N_COLUMNS; c++) {
      width[c] = GAP + MAX(strlen(column_name(c)), 8);
      text_right(to, column_name(c), width[c]);
   }
   g_string_append(to, "\n");
   for (guint i = 0; i < t->n; i++) {
      for (guint c = 0; c < N_COLUMNS; c++)
         if (has_cell(t, i, c))
            put_thousandths(to, cell(c, sums->mispredicted[i]), whole,
                            width[c]);
         else
            text_right(to, ".", width[c]);
      put_predictor(to, t->kinds[i]);
   }
}

/* Writes the share of what was mispredicted, or blanks if nothing was
   predicted. */
static void put_rate(GString* to, ULong mispredicted, ULong executed)
{
   text_right(to, executed == 0 ? "" : text_share(mispredicted, executed),
              RATE_WIDTH);
}

static void put_counts(GString* to, const BranchTable* t, const Sums* sums)
{
   guint width[N_COLUMNS];

   g_string_append(to, "\nMispredictions, and their share of the branches\n\n");
   for (guint c = 0; c < N_COLUMNS; c++) {
      width[c] = strlen(column_name(c));
      for (guint i = 0; i < t->n; i++)
         width[c] = MAX(width[c], text_width(cell(c, sums->mispredicted[i])));
      width[c] += GAP;
      text_right(to, column_name(c), width[c]);
      text_right(to, "rate", RATE_WIDTH);
   }
   g_string_append(to, "\n");
   for (guint i = 0; i < t->n; i++) {
      for (guint c = 0; c < N_COLUMNS; c++)
         if (has_cell(t, i, c)) {
            ULong mispredicted = cell(c, sums->mispredicted[i]);

            text_count(to, mispredicted, width[c]);
            put_rate(to, mispredicted, cell(c, sums->executed));
         } else {
            text_right(to, ".", width[c]);
            text_spaces(to, RATE_WIDTH);
         }
      put_predictor(to, t->kinds[i]);
   }
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* Writes "Branches: 1,234; 900 conditional, 34 indirect, 100 returns, 200
   direct". */
static void put_branch_head(GString* to, const BranchTable* t, const Sums* sums)
{
   g_string_append(to, "Branch predictors\n");
   if (t->is_trace) {
      g_string_append(to, "Command: ");
      text_name(to, t->command);
      g_string_append_printf(to, "\n\nInstructions: %s",
                             text_commas(t->instructions));
   }
   g_string_append_printf(to, "\nBranches: %s%s", t->is_trace ? "    " : "",
                          text_commas(sums->branches));
   for (guint kind = 0; kind < N_KINDS; kind++)
      g_string_append_printf(to, "%s%s %s", kind == 0 ? "; " : ", ",
                             text_commas(sums->executed[kind]),
                             kind_name[kind]);
   g_string_append_printf(
      to, ", %s direct\n",
      text_commas(sums->branches - table_total(sums->executed)));
}

static void put_line(GString* to, const BranchTable* t, const BranchSite* line,
                     const guint width[], guint executed_width)
{
   text_count(to, line->executed, executed_width);
   text_right(to,
              line->conditional > 0 ? text_share(line->taken, line->conditional)
                                    : ".",
              RATE_WIDTH);
   for (guint i = 0; i < t->n; i++)
      text_count(to, line->mispredicted[i], width[i]);
   g_string_append(to, "  ");
   text_source_line(to, line->line->file, line->line->lineno, line->line->fn);
   g_string_append(to, "\n");
}

static void put_lines(GString* to, const BranchTable* t)
{
   guint       width[N_PREDICTORS], executed_width = strlen("executed");
   guint       n_lines;
   BranchSite* lines = lines_of(t, &n_lines);

   if (n_lines > 0) {
      g_string_append(to, t->n > 1
                             ? "\nSource lines where the predictors differ "
                               "most, and their mispredictions\n\n"
                             : "\nSource lines with the most "
                               "mispredictions\n\n");
      for (guint l = 0; l < n_lines; l++)
         executed_width = MAX(executed_width, text_width(lines[l].executed));
      text_right(to, "executed", executed_width);
      text_right(to, "taken", RATE_WIDTH);
      for (guint i = 0; i < t->n; i++) {
         const HChar* name = cg_predictor_name(t->kinds[i]);

         width[i] = strlen(name);
         for (guint l = 0; l < n_lines; l++)
            width[i] = MAX(width[i], text_width(lines[l].mispredicted[i]));
         width[i] += 2;
         text_right(to, name, width[i]);
      }
      g_string_append(to, "\n");
   }
   for (guint l = 0; l < n_lines; l++)
      put_line(to, t, &lines[l], width, executed_width);
   g_free(lines);
}

void branch_table_text(const BranchTable* t, GString* to)
{
   Sums sums = predictor_sums(t);

   put_branch_head(to, t, &sums);
   put_per_thousand(to, t, &sums);
   put_counts(to, t, &sums);
   put_lines(to, t);
   if (!all_predict(t, RETURNS))
      g_string_append_printf(
         to, "\nclassic assumes that returns are predicted (.)%s.\n",
         t->is_trace ? ", so the source lines are without them" : "");
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

/* Writes a predictor, for instance
   {"predictor":"gshare","conditional":{"executed":9,"mispredicted":1},...}. */
static void put_predictor_json(GString* to, const BranchTable* t,
                               const Sums* sums, guint predictor)
{
   g_string_append_printf(to, "{\"predictor\":\"%s\"",
                          cg_predictor_name(t->kinds[predictor]));
   for (guint kind = 0; kind < N_KINDS; kind++) {
      g_string_append_printf(to, ",\"%s\":{", kind_name[kind]);
      text_number_member(to, "executed", sums->executed[kind]);
      if (predicts(t, predictor, kind)) {
         g_string_append(to, ",");
         text_number_member(to, "mispredicted",
                            sums->mispredicted[predictor][kind]);
      }
      g_string_append(to, "}");
   }
   g_string_append(to, "}");
}

static void put_line_json(GString* to, const BranchTable* t,
                          const BranchSite* line)
{
   g_string_append(to, "{");
   text_member(to, "file", line->line->file);
   g_string_append_printf(to, ",\"line\":%u,", line->line->lineno);
   text_member(to, "function", line->line->fn);
   g_string_append(to, ",");
   text_number_member(to, "executed", line->executed);
   g_string_append(to, ",");
   text_number_member(to, "conditional", line->conditional);
   g_string_append(to, ",");
   text_number_member(to, "taken", line->taken);
   g_string_append(to, ",\"mispredicted\":{");
   for (guint i = 0; i < t->n; i++) {
      g_string_append(to, i == 0 ? "" : ",");
      text_number_member(to, cg_predictor_name(t->kinds[i]),
                         line->mispredicted[i]);
   }
   g_string_append(to, "}}");
}

static void put_lines_json(GString* to, const BranchTable* t)
{
   guint       n_lines;
   BranchSite* lines = lines_of(t, &n_lines);

   g_string_append(to, ",\n\"lines\":[");
   for (guint l = 0; l < n_lines; l++) {
      g_string_append(to, l == 0 ? "\n" : ",\n");
      put_line_json(to, t, &lines[l]);
   }
   g_string_append(to, "]");
   g_free(lines);
}

void branch_table_json(const BranchTable* t, GString* to)
{
   Sums sums = predictor_sums(t);

   g_string_append_printf(to, "{\"version\":%d", JSON_VERSION);
   if (t->is_trace) {
      g_string_append(to, ",\n");
      text_member(to, "command", t->command);
      g_string_append(to, ",\n");
      text_number_member(to, "instructions", t->instructions);
   }
   g_string_append(to, ",\n");
   text_number_member(to, "branches", sums.branches);
   g_string_append_printf(to, ",\n\"return_stack\":%u,\n\"predictors\":[",
                          t->depth);
   for (guint i = 0; i < t->n; i++) {
      g_string_append(to, i == 0 ? "\n" : ",\n");
      put_predictor_json(to, t, &sums, i);
   }
   g_string_append(to, "]");
   if (t->is_trace)
      put_lines_json(to, t);
   g_string_append(to, "}\n");
}
