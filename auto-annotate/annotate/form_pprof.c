/* SPDX-License-Identifier: GPL-2.0-or-later */
/* form_pprof.c: see form_pprof.h.

   Samples are written as they are found.  What they refer to by number is
   encoded when it is needed first, and written after them. */

#include <string.h>

#include "annotate/form_pprof.h"
#include "annotate/selection.h"
#include "annotate/stacks.h"
#include "lib/hash.h"
#include "render/gzip.h"
#include "render/protobuf.h"
#include "render/utf8.h"

#define FORMAT "pprof"

/* Fields of the messages, as profile.proto numbers them. */
enum {
   PROFILE_SAMPLE_TYPE  = 1,
   PROFILE_SAMPLE       = 2,
   PROFILE_MAPPING      = 3,
   PROFILE_LOCATION     = 4,
   PROFILE_FUNCTION     = 5,
   PROFILE_STRING       = 6,
   PROFILE_COMMENT      = 13,
   PROFILE_DEFAULT_TYPE = 14
};
enum { TYPE_NAME = 1, TYPE_UNIT = 2 };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES = 2 };
enum {
   MAPPING_ID            = 1,
   MAPPING_FILE          = 5,
   MAPPING_HAS_FUNCTIONS = 7,
   MAPPING_HAS_FILES     = 8,
   MAPPING_HAS_LINES     = 9
};
enum {
   LOCATION_ID      = 1,
   LOCATION_MAPPING = 2,
   LOCATION_ADDRESS = 3,
   LOCATION_LINE    = 4
};
enum { LINE_FUNCTION = 1, LINE_NUMBER = 2 };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYMBOL, FUNCTION_FILE };

/* So many bytes are compressed at once. */
#define BLOCK_BYTES (64 * 1024)

/* What is numbered is in tables: its keys, with the numbers from 1 on. */
typedef struct {
   Form        form; /* first, so that a Form* is a FormPprof* */
   Gzip*       gzip;
   GString*    block;     /* fields that are not compressed yet */
   GString*    tables;    /* fields for the end */
   guint64     bytes;     /* of all samples so far */
   GHashTable* strings;   /* by const char* */
   GHashTable* names;     /* some of these numbers, by what has the name: a
                             const File*, or stacks_named_by() */
   GHashTable* functions; /* by const Function* */
   GHashTable* locations; /* by PprofPlace* */
   GHashTable* mappings;  /* by the object's name, the same pointer for each */
   GArray*     outer;     /* guint64: the locations around a context */
   GArray*     ends;      /* guint: their number, of what it is in, by depth */
   GString*    sample;    /* that is being built */
   GString*    part;      /* another message */
   GString*    line;      /* a message in that one */
   char*       program;   /* that ran */
} FormPprof;

typedef struct {
   const Function* function;
   Position        position;
} PprofPlace;

static guint hash_place(gconstpointer place)
{
   return hash_bytes(place, sizeof(PprofPlace));
}

static gboolean are_same_place(gconstpointer a, gconstpointer b)
{
   return memcmp(a, b, sizeof(PprofPlace)) == 0;
}

/*------------------------------------------------------------*/
/*--- Tables                                               ---*/
/*------------------------------------------------------------*/

/* Returns the number of a key, or 0 if it is new. */
static guint64 number_of(GHashTable* table, gconstpointer key)
{
   return GPOINTER_TO_UINT(g_hash_table_lookup(table, key));
}

/* Numbers a new key, which the table owns then. */
static guint64 add_number(GHashTable* table, gpointer key)
{
   guint number = g_hash_table_size(table) + 1;

   g_hash_table_insert(table, key, GUINT_TO_POINTER(number));
   return number;
}

static guint64 number_of_text(FormPprof* pprof, const char* text)
{
   char*   valid  = utf8_printable(text, strlen(text));
   guint64 number = *valid ? number_of(pprof->strings, valid) : 0;

   if (*valid && number == 0) {
      protobuf_add_text(pprof->tables, PROFILE_STRING, valid);
      return add_number(pprof->strings, valid);
   }
   g_free(valid);
   return number;
}

/* Return the number of a name, which is looked at once: it can be long, and
   many functions can have it. */
static guint64 number_of_file(FormPprof* pprof, const File* file)
{
   guint64 number = number_of(pprof->names, file);

   if (number == 0) {
      number = number_of_text(pprof, file->name);
      g_hash_table_insert(pprof->names, (gpointer)file,
                          GUINT_TO_POINTER(number));
   }
   return number;
}

static guint64 number_of_name(FormPprof* pprof, const Function* function)
{
   const char* named_by = stacks_named_by(function);
   guint64     number   = number_of(pprof->names, named_by);

   if (number == 0) {
      char* text = stacks_name(function);
      number     = number_of_text(pprof, text);
      g_free(text);
      g_hash_table_insert(pprof->names, (gpointer)named_by,
                          GUINT_TO_POINTER(number));
   }
   return number;
}

static guint64 number_of_mapping(FormPprof* pprof, const char* object)
{
   guint64 number = 0;

   if (!object || strcmp(object, ANNOTATION_UNKNOWN) == 0
       || (number = number_of(pprof->mappings, object)) > 0)
      return number;
   number = add_number(pprof->mappings, (gpointer)object);
   protobuf_add_number(pprof->part, MAPPING_ID, number);
   protobuf_add_number(pprof->part, MAPPING_FILE,
                       number_of_text(pprof, object));
   /* No reader needs to look for them. */
   protobuf_add_number(pprof->part, MAPPING_HAS_FUNCTIONS, TRUE);
   protobuf_add_number(pprof->part, MAPPING_HAS_FILES, TRUE);
   protobuf_add_number(pprof->part, MAPPING_HAS_LINES, TRUE);
   protobuf_add_part(pprof->tables, PROFILE_MAPPING, pprof->part);
   return number;
}

static guint64 number_of_function(FormPprof* pprof, const Function* function)
{
   guint64 number = number_of(pprof->functions, function);

   if (number > 0)
      return number;
   guint64 name = number_of_name(pprof, function);
   number       = add_number(pprof->functions, (gpointer)function);
   protobuf_add_number(pprof->part, FUNCTION_ID, number);
   protobuf_add_number(pprof->part, FUNCTION_NAME, name);
   protobuf_add_number(pprof->part, FUNCTION_SYMBOL, name);
   protobuf_add_number(pprof->part, FUNCTION_FILE,
                       number_of_file(pprof, function->file));
   protobuf_add_part(pprof->tables, PROFILE_FUNCTION, pprof->part);
   return number;
}

static guint64 number_of_place(FormPprof* pprof, const Function* function,
                               Position position)
{
   PprofPlace place  = {function, position};
   guint64    number = number_of(pprof->locations, &place);

   if (number > 0)
      return number;
   guint64 mapping = number_of_mapping(pprof, function->object);
   number = add_number(pprof->locations, g_memdup2(&place, sizeof place));
   protobuf_add_number(pprof->line, LINE_FUNCTION,
                       number_of_function(pprof, function));
   protobuf_add_number(pprof->line, LINE_NUMBER, position.line);
   protobuf_add_number(pprof->part, LOCATION_ID, number);
   protobuf_add_number(pprof->part, LOCATION_MAPPING, mapping);
   protobuf_add_number(pprof->part, LOCATION_ADDRESS, position.address);
   protobuf_add_part(pprof->part, LOCATION_LINE, pprof->line);
   protobuf_add_part(pprof->tables, PROFILE_LOCATION, pprof->part);
   return number;
}

/*------------------------------------------------------------*/
/*--- Samples                                              ---*/
/*------------------------------------------------------------*/

static void compress_block(FormPprof* pprof)
{
   gzip_write(pprof->gzip, pprof->block->str, pprof->block->len);
   g_string_truncate(pprof->block, 0);
}

/* Returns whether an event that is shown has a count. */
static gboolean counts_any(const Annotation* annotation, const Count* counts)
{
   for (guint i = 0; i < annotation->shown->len; i++) {
      Count count = counts[g_array_index(annotation->shown, guint, i)];
      if (count != 0 && count != COUNT_NONE)
         return TRUE;
   }
   return FALSE;
}

/* Appends the sample with these counts, whose innermost location is `leaf'. */
static void add_sample(FormPprof* pprof, const Count* counts, guint64 leaf)
{
   const GArray* shown = pprof->form.annotation->shown;

   protobuf_add_varint(pprof->part, leaf);
   for (guint i = pprof->outer->len; i > 0; i--)
      protobuf_add_varint(pprof->part,
                          g_array_index(pprof->outer, guint64, i - 1));
   protobuf_add_part(pprof->sample, SAMPLE_LOCATIONS, pprof->part);
   for (guint i = 0; i < shown->len; i++) {
      Count count = counts[g_array_index(shown, guint, i)];
      protobuf_add_varint(pprof->part, count == COUNT_NONE ? 0 : count);
   }
   protobuf_add_part(pprof->sample, SAMPLE_VALUES, pprof->part);
   stacks_count_bytes(&pprof->bytes, pprof->sample->len, FORMAT);
   protobuf_add_part(pprof->block, PROFILE_SAMPLE, pprof->sample);
   if (pprof->block->len >= BLOCK_BYTES)
      compress_block(pprof);
}

/* Adds a sample, unless its counts are all 0. */
static void sample_counts(FormPprof* pprof, const Count* recorded,
                          const Function* function, Position position)
{
   const Annotation* annotation = pprof->form.annotation;
   const Count*      counts     = selection_derive(annotation, recorded);

   if (counts_any(annotation, counts))
      add_sample(pprof, counts, number_of_place(pprof, function, position));
   if (counts != recorded)
      g_free((gpointer)counts);
}

/*------------------------------------------------------------*/
/*--- What has samples                                     ---*/
/*------------------------------------------------------------*/

/* Where the function of a context was entered. */
static Position entry_of(const Context* c)
{
   return c->call ? c->call->target : (Position){0};
}

static void add_outer(FormPprof* pprof, const Function* function,
                      Position position)
{
   guint64 number = number_of_place(pprof, function, position);

   g_array_append_val(pprof->outer, number);
}

/* Sets the locations around a context, whose parent was the last one of its
   depth.  A call in code that is the parent's frame is at the parent's place.
 */
static void enter_context(FormPprof* pprof, const Context* c, guint depth)
{
   g_array_set_size(pprof->outer,
                    depth > 0 ? g_array_index(pprof->ends, guint, depth - 1)
                              : 0);
   if (c->parent && (!c->call || stacks_between(c)))
      add_outer(pprof, c->parent->function, entry_of(c->parent));
   if (c->call)
      add_outer(pprof, c->caller, c->call->caller);
   g_array_set_size(pprof->ends, depth);
   g_array_append_val(pprof->ends, pprof->outer->len);
}

/* A ContextFunc. */
static void sample_context(Context* c, guint depth, gpointer pprof)
{
   enter_context(pprof, c, depth);
   sample_counts(pprof, c->counts, c->function, entry_of(c));
}

static void sample_rows(FormPprof* pprof, const Function* function)
{
   guint  n      = events_recorded(pprof->form.annotation->events);
   Count* counts = g_new(Count, n);

   for (gsize row = 0; row < function->lines.used; row++) {
      lines_counts(&function->lines, n, row, counts);
      sample_counts(pprof, counts, function,
                    lines_position(&function->lines, n, row));
   }
   g_free(counts);
}

static void sample_tree(FormPprof* pprof, const Sum* sum)
{
   Count* rest = stacks_rest(sum);

   contexts_walk(sum->costs->contexts, sample_context, NULL, pprof);
   g_array_set_size(pprof->outer, 0);
   if (rest)
      sample_counts(pprof, rest,
                    costs_callee(sum->costs, "", STACKS_NO_CONTEXT, NULL),
                    (Position){0});
   g_free(rest);
}

static void sample_functions(FormPprof* pprof, const Sum* sum)
{
   GPtrArray* functions = costs_functions(sum->costs);

   for (guint i = 0; i < functions->len; i++)
      sample_rows(pprof, functions->pdata[i]);
   g_ptr_array_free(functions, TRUE);
}

/*------------------------------------------------------------*/
/*--- The whole                                            ---*/
/*------------------------------------------------------------*/

/* What is estimated or counted in cycles: Cyo and the other events of a
   machine's core, and Cycles. */
static const char* unit_of(const char* event)
{
   return g_str_has_prefix(event, "Cy") || g_str_has_prefix(event, "Ls")
             ? "cycles"
             : "count";
}

static void add_types(FormPprof* pprof)
{
   const Annotation* annotation = pprof->form.annotation;
   guint             first = g_array_index(annotation->keys, SortKey, 0).event;
   gboolean          found = FALSE;

   for (guint i = 0; i < annotation->shown->len; i++) {
      guint       event = g_array_index(annotation->shown, guint, i);
      const char* name  = events_name(annotation->events, event);

      found = found || event == first;
      protobuf_add_number(pprof->part, TYPE_NAME, number_of_text(pprof, name));
      protobuf_add_number(pprof->part, TYPE_UNIT,
                          number_of_text(pprof, unit_of(name)));
      protobuf_add_part(pprof->block, PROFILE_SAMPLE_TYPE, pprof->part);
   }
   /* A reader would take the last one. */
   if (!found)
      first = g_array_index(annotation->shown, guint, 0);
   protobuf_add_number(
      pprof->block, PROFILE_DEFAULT_TYPE,
      number_of_text(pprof, events_name(annotation->events, first)));
}

static void add_comment(FormPprof* pprof, const char* key, const char* text)
{
   char* comment = g_strconcat(key, ": ", reader_header_text(text), NULL);

   protobuf_add_number(pprof->block, PROFILE_COMMENT,
                       number_of_text(pprof, comment));
   g_free(comment);
}

static void add_comments(FormPprof* pprof)
{
   const Header* header = pprof->form.annotation->sum->header;

   add_comment(pprof, "cmd", header->cmd);
   for (guint i = 0; i < header->desc->len; i++)
      add_comment(pprof, "desc", header->desc->pdata[i]);
}

/* Returns the last part of the path of the program that ran; the caller frees
   it. */
static char* program_of(const Header* header)
{
   const char* command = reader_header_text(header->cmd);
   char*       path    = g_strndup(command, strcspn(command, " \t"));
   char*       program = g_path_get_basename(path);

   g_free(path);
   return program;
}

/* For g_tree_foreach(): adds the mapping of an object if it is the program. */
static gboolean add_program(gpointer key, gpointer object, gpointer data)
{
   FormPprof* pprof = data;
   char*      name  = g_path_get_basename(object);

   if (strcmp(name, pprof->program) == 0)
      number_of_mapping(pprof, object);
   g_free(name);
   return FALSE;
}

static void write_pprof(Form* form)
{
   FormPprof* pprof = (FormPprof*)form;
   const Sum* sum   = form->annotation->sum;

   protobuf_add_text(pprof->tables, PROFILE_STRING, ""); /* number 0 */
   add_types(pprof);
   add_comments(pprof);
   /* Readers take the first mapping for the program. */
   pprof->program = program_of(sum->header);
   g_tree_foreach(sum->costs->objects, add_program, pprof);
   if (sum->costs->contexts)
      sample_tree(pprof, sum);
   else
      sample_functions(pprof, sum);
   compress_block(pprof);
   gzip_write(pprof->gzip, pprof->tables->str, pprof->tables->len);
   gzip_close(pprof->gzip);
}

Form* form_pprof_new(const Annotation* annotation)
{
   FormPprof* pprof = g_new(FormPprof, 1);

   for (guint i = 0; i < annotation->shown->len; i++)
      stacks_check_event(annotation, FORMAT,
                         g_array_index(annotation->shown, guint, i));
   *pprof =
      (FormPprof){.form    = {.annotation = annotation, .finish = write_pprof},
                  .gzip    = gzip_new(annotation->output),
                  .block   = g_string_new(NULL),
                  .tables  = g_string_new(NULL),
                  .strings = g_hash_table_new(hash_text, g_str_equal),
                  .names   = g_hash_table_new(NULL, NULL),
                  .functions = g_hash_table_new(NULL, NULL),
                  .locations = g_hash_table_new(hash_place, are_same_place),
                  .mappings  = g_hash_table_new(NULL, NULL),
                  .sample    = g_string_new(NULL),
                  .outer     = g_array_new(FALSE, FALSE, sizeof(guint64)),
                  .ends      = g_array_new(FALSE, FALSE, sizeof(guint)),
                  .part      = g_string_new(NULL),
                  .line      = g_string_new(NULL)};
   return &pprof->form;
}
