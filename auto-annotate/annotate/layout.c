/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout.c: see layout.h. */

#include "annotate/layout.h"

void layout_rule(Output* output)
{
   output_literal(output, "----------------------------------------"
                          "----------------------------------------\n");
}

void layout_setting(Output* output, const char* title, const char* text)
{
   output_literal(output, title);
   output_string(output, text);
   output_literal(output, "\n");
}

void layout_one_row(const Annotation* annotation, const Count* counts,
                    const char* label)
{
   Output* output = annotation->output;
   Table*  table  = table_new(&annotation->columns);

   table_fit(table, counts);
   layout_rule(output);
   table_write_names(table, output, NULL);
   layout_rule(output);
   table_write_counts(table, output, counts);
   layout_setting(output, " ", label);
   output_literal(output, "\n");
   table_free(table);
}
