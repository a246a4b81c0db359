/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_json.c: a comparison as JSON.  share/cg_diff.schema.json describes it.

      {"format": "cachegrind-difference", "version": 1,
       "before": {"profile": "v1.prof", "command": "./prog"}, "after": {...},
       "events": [{"name": "Ir", "recorded": true}, ...],
       "limits": [{"option": "fail-above", "event": "Ir", ...}, ...],
       "totals": {"before": {"Ir": 4500}, "after": {"Ir": 4523}},
       "functions": [{"file": "a.c", "function": "leaf", "before": ..., "after":
                      ..., "lines": [{"line": 8, "change": {"Ir": 1000}}]}]} */

#include "compare/report.h"
#include "render/json.h"

static void write_side(Json* json, const char* name, const ReportSide* side)
{
   JsonBuilder* builder = json_build(json);

   json_builder_begin_object(builder);
   json_add_text(builder, "profile", side->profile);
   json_add_text(builder, "command", side->command);
   if (side->source)
      json_add_text(builder, "source", side->source);
   json_builder_end_object(builder);
   json_write(json, name);
}

static void write_changed_events(Json* json, const Columns* columns)
{
   json_begin_array(json, "events");
   for (guint i = 0; i < columns->n_shown; i++) {
      guint        event   = columns->shown[i];
      JsonBuilder* builder = json_build(json);

      json_builder_begin_object(builder);
      json_add_text(builder, "name", events_name(columns->events, event));
      json_add_boolean(builder, "recorded",
                       event < events_recorded(columns->events));
      json_builder_end_object(builder);
      json_write(json, NULL);
   }
   json_end(json);
}

/* Adds the names of a function to the object that is being built. */
static void add_changed_function(JsonBuilder* builder, const Change* change)
{
   const Function* function = change->function;

   json_add_text(builder, "file", change->file);
   json_add_text(builder, "function", function->name);
   if (function->object)
      json_add_text(builder, "object", function->object);
}

static void add_limit_place(JsonBuilder* builder, const char* name,
                            const LimitPlace* place)
{
   if (!place->of)
      return;
   json_builder_set_member_name(builder, name);
   json_builder_begin_object(builder);
   add_changed_function(builder, place->of);
   if (place->line > 0)
      json_add_integer(builder, "line", place->line);
   json_add_integer(builder, "change", place->change);
   json_builder_end_object(builder);
}

static void write_crossing(Json* json, const LimitCrossing* crossing)
{
   JsonBuilder*  builder  = json_build(json);
   const Change* change   = crossing->change;
   char*         sentence = limits_sentence(crossing);

   json_builder_begin_object(builder);
   json_add_text(builder, "option", crossing->option);
   json_add_text(builder, "event", crossing->name);
   json_add_text(builder, "limit", crossing->text);
   json_add_boolean(builder, "grew", crossing->sign > 0);
   if (change->function)
      add_changed_function(builder, change);
   json_add_integer(builder, "before", change->before[crossing->event]);
   json_add_integer(builder, "after", change->after[crossing->event]);
   add_limit_place(builder, "most", &crossing->most);
   add_limit_place(builder, "known", &crossing->known);
   json_add_text(builder, "sentence", sentence);
   json_builder_end_object(builder);
   json_write(json, NULL);
   g_free(sentence);
}

static void write_json_crossings(Json* json, const GPtrArray* crossed)
{
   json_begin_array(json, "limits");
   for (guint i = 0; i < crossed->len; i++)
      write_crossing(json, crossed->pdata[i]);
   json_end(json);
}

/* Whether an event has another count than 0. */
static gboolean has_change(const Columns* columns, const Count* counts)
{
   for (guint i = 0; i < columns->n_shown; i++)
      if (counts[columns->shown[i]] != 0)
         return TRUE;
   return FALSE;
}

/* Adds the lines that changed. */
static void put_changed_lines(JsonBuilder* builder, const Report* report,
                              const Function* function)
{
   const Lines* lines = &function->lines;
   guint        n     = events_recorded(report->columns.events);

   json_builder_set_member_name(builder, "lines");
   json_builder_begin_array(builder);
   for (gsize row = 0; row < lines->used; row++) {
      Count* counts = comparison_row(report->comparison, function, row);
      if (has_change(&report->columns, counts)) {
         json_builder_begin_object(builder);
         json_add_integer(builder, "line", lines_number(lines, n, row));
         json_add_counts(builder, "change", &report->columns, counts);
         json_builder_end_object(builder);
      }
      g_free(counts);
   }
   json_builder_end_array(builder);
}

/* Whether a function, or a line of it, changed. */
static gboolean is_changed(const Report* report, const Change* change)
{
   for (guint i = 0; i < report->columns.n_shown; i++) {
      guint event = report->columns.shown[i];
      if (change->before[event] != change->after[event])
         return TRUE;
   }
   for (gsize row = 0; report->lines && row < change->function->lines.used;
        row++) {
      Count* counts = comparison_row(report->comparison, change->function, row);
      gboolean changed = has_change(&report->columns, counts);
      g_free(counts);
      if (changed)
         return TRUE;
   }
   return FALSE;
}

static void write_changed_function(Json* json, const Report* report,
                                   const Change* change)
{
   JsonBuilder* builder = json_build(json);

   json_builder_begin_object(builder);
   add_changed_function(builder, change);
   json_add_counts(builder, "before", &report->columns, change->before);
   json_add_counts(builder, "after", &report->columns, change->after);
   if (report->lines)
      put_changed_lines(builder, report, change->function);
   json_builder_end_object(builder);
   json_write(json, NULL);
}

void report_json(const Report* report, Output* output)
{
   Json*            json      = json_open(output);
   const Change*    total     = comparison_total(report->comparison);
   const GPtrArray* functions = comparison_functions(report->comparison);

   json_check_events(&report->columns);
   json_write_text(json, "format", "cachegrind-difference");
   json_write_integer(json, "version", 1);
   write_side(json, "before", &report->before);
   write_side(json, "after", &report->after);
   write_changed_events(json, &report->columns);
   if (report->crossed)
      write_json_crossings(json, report->crossed);
   json_begin_object(json, "totals");
   json_write_counts(json, "before", &report->columns, total->before);
   json_write_counts(json, "after", &report->columns, total->after);
   json_end(json);
   json_begin_array(json, "functions");
   for (guint i = 0; i < functions->len; i++)
      if (is_changed(report, functions->pdata[i]))
         write_changed_function(json, report, functions->pdata[i]);
   json_close(json);
}
