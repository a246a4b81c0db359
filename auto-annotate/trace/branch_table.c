/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_table.c: see branch_table.h. */

#include "trace/branch_table.h"

#include <stdlib.h>
#include <string.h>

#include "conflicts/cg_json.h"
#include "conflicts/cg_text.h"
#include "conflicts/cg_writer.h"

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

/* By file, line and function. */
static int compare_sites(const SourceLine* a, const SourceLine* b)
{
   int order = strcmp(a->file, b->file);

   if (order == 0)
      order = compare_numbers(a->lineno, b->lineno);
   return order == 0 ? strcmp(a->fn, b->fn) : order;
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

static void put_right(Writer* w, const HChar* text, guint width)
{
   guint length = cg_text_length(text);

   cg_writer_spaces(w, width > length ? width - length : 0);
   cg_writer_text(w, text);
}

/* Writes `part' in thousandths of `whole', with two decimals, rounded; "." if
   `whole' is 0. */
static void put_thousandths(Writer* w, ULong part, ULong whole, guint width)
{
   ULong hundredths;

   if (whole == 0) {
      put_right(w, ".", width);
      return;
   }
   hundredths = (part * 100000 + whole / 2) / whole;
   cg_writer_count(w, hundredths / 100, width - 3);
   cg_writer_text(w, ".");
   cg_writer_number(w, hundredths / 10 % 10, 0);
   cg_writer_number(w, hundredths % 10, 0);
}

static void put_predictor(Writer* w, PredictorKind kind)
{
   cg_writer_text(w, "  ");
   cg_writer_text(w, cg_predictor_name(kind));
   cg_writer_text(w, "\n");
}

static void put_per_thousand(Writer* w, const BranchTable* t, const Sums* sums)
{
   ULong whole = t->is_trace ? t->instructions : sums->branches;
   guint width[N_COLUMNS];

   cg_writer_text(w, "\nMispredictions per 1,000 ");
   cg_writer_text(w, t->is_trace ? "instructions\n\n" : "branches\n\n");
   for (guint c = 0; c < N_COLUMNS; c++) {
      width[c] = GAP + MAX(cg_text_length(column_name(c)), 8);
      put_right(w, column_name(c), width[c]);
   }
   cg_writer_text(w, "\n");
   for (guint i = 0; i < t->n; i++) {
      for (guint c = 0; c < N_COLUMNS; c++)
         if (has_cell(t, i, c))
            put_thousandths(w, cell(c, sums->mispredicted[i]), whole, width[c]);
         else
            put_right(w, ".", width[c]);
      put_predictor(w, t->kinds[i]);
   }
}

/* Writes the share of what was mispredicted, or blanks if nothing was
   predicted. */
static void put_rate(Writer* w, ULong mispredicted, ULong executed)
{
   if (executed == 0)
      cg_writer_spaces(w, RATE_WIDTH);
   else
      cg_writer_percent(w, mispredicted, executed, RATE_WIDTH - 3);
}

static void put_counts(Writer* w, const BranchTable* t, const Sums* sums)
{
   guint width[N_COLUMNS];

   cg_writer_text(w, "\nMispredictions, and their share of the branches\n\n");
   for (guint c = 0; c < N_COLUMNS; c++) {
      width[c] = cg_text_length(column_name(c));
      for (guint i = 0; i < t->n; i++)
         width[c] =
            MAX(width[c], cg_text_width(cell(c, sums->mispredicted[i])));
      width[c] += GAP;
      put_right(w, column_name(c), width[c]);
      put_right(w, "rate", RATE_WIDTH);
   }
   cg_writer_text(w, "\n");
   for (guint i = 0; i < t->n; i++) {
      for (guint c = 0; c < N_COLUMNS; c++)
         if (has_cell(t, i, c)) {
            ULong mispredicted = cell(c, sums->mispredicted[i]);

            cg_writer_count(w, mispredicted, width[c]);
            put_rate(w, mispredicted, cell(c, sums->executed));
         } else {
            put_right(w, ".", width[c]);
            cg_writer_spaces(w, RATE_WIDTH);
         }
      put_predictor(w, t->kinds[i]);
   }
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

/* Writes "Branches: 1,234; 900 conditional, 34 indirect, 100 returns, 200
   direct". */
static void put_branch_head(Writer* w, const BranchTable* t, const Sums* sums)
{
   cg_writer_text(w, "Branch predictors\n");
   if (t->is_trace) {
      cg_writer_text(w, "Command: ");
      cg_writer_name(w, t->command);
      cg_writer_text(w, "\n\nInstructions: ");
      cg_writer_count(w, t->instructions, 0);
   }
   cg_writer_text(w, t->is_trace ? "\nBranches:     " : "\nBranches: ");
   cg_writer_count(w, sums->branches, 0);
   for (guint kind = 0; kind < N_KINDS; kind++) {
      cg_writer_text(w, kind == 0 ? "; " : ", ");
      cg_writer_count(w, sums->executed[kind], 0);
      cg_writer_text(w, " ");
      cg_writer_text(w, kind_name[kind]);
   }
   cg_writer_text(w, ", ");
   cg_writer_count(w, sums->branches - table_total(sums->executed), 0);
   cg_writer_text(w, " direct\n");
}

static void put_line(Writer* w, const BranchTable* t, const BranchSite* line,
                     const guint width[], guint executed_width)
{
   cg_writer_count(w, line->executed, executed_width);
   if (line->conditional > 0)
      cg_writer_percent(w, line->taken, line->conditional, RATE_WIDTH - 3);
   else
      put_right(w, ".", RATE_WIDTH);
   for (guint i = 0; i < t->n; i++)
      cg_writer_count(w, line->mispredicted[i], width[i]);
   cg_writer_text(w, "  ");
   cg_writer_name(w, line->line->file);
   cg_writer_text(w, ":");
   cg_writer_number(w, line->line->lineno, 0);
   cg_writer_text(w, " (");
   cg_writer_name(w, line->line->fn);
   cg_writer_text(w, ")\n");
}

static void put_lines(Writer* w, const BranchTable* t)
{
   guint       width[N_PREDICTORS], executed_width = cg_text_length("executed");
   guint       n_lines;
   BranchSite* lines = lines_of(t, &n_lines);

   if (n_lines > 0) {
      cg_writer_text(w, t->n > 1 ? "\nSource lines where the predictors differ "
                                   "most, and their mispredictions\n\n"
                                 : "\nSource lines with the most "
                                   "mispredictions\n\n");
      for (guint l = 0; l < n_lines; l++)
         executed_width = MAX(executed_width, cg_text_width(lines[l].executed));
      put_right(w, "executed", executed_width);
      put_right(w, "taken", RATE_WIDTH);
      for (guint i = 0; i < t->n; i++) {
         const HChar* name = cg_predictor_name(t->kinds[i]);

         width[i] = cg_text_length(name);
         for (guint l = 0; l < n_lines; l++)
            width[i] = MAX(width[i], cg_text_width(lines[l].mispredicted[i]));
         width[i] += 2;
         put_right(w, name, width[i]);
      }
      cg_writer_text(w, "\n");
   }
   for (guint l = 0; l < n_lines; l++)
      put_line(w, t, &lines[l], width, executed_width);
   g_free(lines);
}

void branch_table_text(const BranchTable* t,
                       void (*put)(const HChar* text, SizeT length, void* to),
                       void* to)
{
   Writer w    = {.put = put, .to = to};
   Sums   sums = predictor_sums(t);

   put_branch_head(&w, t, &sums);
   put_per_thousand(&w, t, &sums);
   put_counts(&w, t, &sums);
   put_lines(&w, t);
   if (!all_predict(t, RETURNS))
      cg_writer_text(
         &w, t->is_trace ? "\nclassic assumes that returns are predicted (.), "
                           "so the source lines are without them.\n"
                         : "\nclassic assumes that returns are predicted "
                           "(.).\n");
   cg_writer_flush(&w);
}

/*------------------------------------------------------------*/
/*--- JSON                                                 ---*/
/*------------------------------------------------------------*/

static void put_branch_number(Writer* w, const HChar* before, const HChar* key,
                              ULong n)
{
   cg_writer_text(w, before);
   cg_json_key(w, key);
   cg_writer_number(w, n, 0);
}

/* Writes a predictor, for instance
   {"predictor":"gshare","conditional":{"executed":9,"mispredicted":1},...}. */
static void put_predictor_json(Writer* w, const BranchTable* t,
                               const Sums* sums, guint predictor)
{
   cg_writer_text(w, "{");
   cg_json_key(w, "predictor");
   cg_json_string(w, cg_predictor_name(t->kinds[predictor]));
   for (guint kind = 0; kind < N_KINDS; kind++) {
      cg_writer_text(w, ",");
      cg_json_key(w, kind_name[kind]);
      put_branch_number(w, "{", "executed", sums->executed[kind]);
      if (predicts(t, predictor, kind))
         put_branch_number(w, ",", "mispredicted",
                           sums->mispredicted[predictor][kind]);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "}");
}

static void put_line_json(Writer* w, const BranchTable* t,
                          const BranchSite* line)
{
   cg_writer_text(w, "{");
   cg_json_key(w, "file");
   cg_json_string(w, line->line->file);
   put_branch_number(w, ",", "line", line->line->lineno);
   cg_writer_text(w, ",");
   cg_json_key(w, "function");
   cg_json_string(w, line->line->fn);
   put_branch_number(w, ",", "executed", line->executed);
   put_branch_number(w, ",", "conditional", line->conditional);
   put_branch_number(w, ",", "taken", line->taken);
   cg_writer_text(w, ",");
   cg_json_key(w, "mispredicted");
   for (guint i = 0; i < t->n; i++)
      put_branch_number(w, i == 0 ? "{" : ",", cg_predictor_name(t->kinds[i]),
                        line->mispredicted[i]);
   cg_writer_text(w, "}}");
}

static void put_lines_json(Writer* w, const BranchTable* t)
{
   guint       n_lines;
   BranchSite* lines = lines_of(t, &n_lines);

   cg_writer_text(w, ",\n");
   cg_json_key(w, "lines");
   cg_writer_text(w, "[");
   for (guint l = 0; l < n_lines; l++) {
      cg_writer_text(w, l == 0 ? "\n" : ",\n");
      put_line_json(w, t, &lines[l]);
   }
   cg_writer_text(w, "]");
   g_free(lines);
}

void branch_table_json(const BranchTable* t,
                       void (*put)(const HChar* text, SizeT length, void* to),
                       void* to)
{
   Writer w    = {.put = put, .to = to};
   Sums   sums = predictor_sums(t);

   put_branch_number(&w, "{", "version", JSON_VERSION);
   if (t->is_trace) {
      cg_writer_text(&w, ",\n");
      cg_json_key(&w, "command");
      cg_json_string(&w, t->command);
      put_branch_number(&w, ",\n", "instructions", t->instructions);
   }
   put_branch_number(&w, ",\n", "branches", sums.branches);
   put_branch_number(&w, ",\n", "return_stack", t->depth);
   cg_writer_text(&w, ",\n");
   cg_json_key(&w, "predictors");
   cg_writer_text(&w, "[");
   for (guint i = 0; i < t->n; i++) {
      cg_writer_text(&w, i == 0 ? "\n" : ",\n");
      put_predictor_json(&w, t, &sums, i);
   }
   cg_writer_text(&w, "]");
   if (t->is_trace)
      put_lines_json(&w, t);
   cg_writer_text(&w, "}\n");
   cg_writer_flush(&w);
}
