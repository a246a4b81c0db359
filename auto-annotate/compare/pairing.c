/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pairing.c: see pairing.h. */

#include <string.h>

#include "compare/hunks.h"
#include "compare/pairing.h"
#include "lib/hash.h"
#include "lib/message.h"

/* The most bytes that are compared: few programs have as many in sources that
   differ. */
#define MAX_COMPARED ((gsize)128 << 20)

/* So many bytes are kept of what was compared. */
#define MAX_KEPT_BYTES ((gsize)128 << 20)

/* The lines of a file, and where those go that were removed. */
typedef struct {
   LineMap*      map;
   PairingTexts* kept;    /* of Pairing */
   const char*   file;    /* whose lines are asked for: its name in AFTER */
   GHashTable*   changed; /* of `kept', of that file; NULL: none is kept */
   gboolean      shown;   /* their texts may be */
   GHashTable*   known; /* by the number before: index in `removed', plus 1; of
                           a line that was changed, 1 */
} PairedLines;

typedef struct {
   const Versions* versions;
   HashTexts*      texts; /* the next two have texts of it, which are compared
                             as pointers */
   GHashTable* paths[2];  /* by VersionsSide: const char* by File*; those that
                             have one */
   GHashTable* identities[2]; /* char* by such a path, as they are asked for */
   GHashTable* keys;      /* const char* by File*: the path; of one without, a
                             line break and its name */
   GHashTable* files;     /* File* of AFTER by path */
   GHashTable* functions; /* GPtrArray of Function* of AFTER, by FunctionKey */
   GHashTable* moved;     /* Function* of AFTER by the one of BEFORE: they are
                             in different files */
   GHashTable*   lines;   /* PairedLines* by the identities of both files */
   PairedLines*  last;    /* the one looked up last, or NULL */
   const char *  last_old, *last_new; /* the paths of its files */
   gsize         kept_bytes;          /* of `lines' */
   gsize         compared_bytes;      /* of all that were made */
   gint64        room;                /* of hunks_find(), for all */
   PairingTexts* kept;                /* or NULL */
   SourceScope*  scope;
} Pairing;

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* Calls `call' with each function, also with those that are only called. */
typedef void (*FunctionFunc)(Function* function, gpointer data);

typedef struct {
   FunctionFunc call;
   gpointer     data;
} Visit;

static gboolean visit_function(gpointer key, gpointer function, gpointer data)
{
   const Visit* visit = data;
   visit->call(function, visit->data);
   return FALSE;
}

static gboolean visit_file(gpointer key, gpointer file, gpointer visit)
{
   g_tree_foreach(((File*)file)->functions, visit_function, visit);
   return FALSE;
}

static void each_function(const Costs* costs, FunctionFunc call, gpointer data)
{
   Visit visit = {.call = call, .data = data};
   g_tree_foreach(costs->files, visit_file, &visit);
}

/* What two functions have in common if they are the same one. */
typedef struct {
   const char* file; /* of `keys' of Pairing; NULL: any */
   const char* name;
} FunctionKey;

static guint hash_key(gconstpointer data)
{
   const FunctionKey* key     = data;
   const gsize        parts[] = {(gsize)key->file, hash_text(key->name)};

   return hash_bytes(parts, sizeof parts);
}

static gboolean are_same_key(gconstpointer a, gconstpointer b)
{
   const FunctionKey *left = a, *right = b;

   return left->file == right->file && strcmp(left->name, right->name) == 0;
}

static FunctionKey function_key(const Pairing*  pairing,
                                const Function* function)
{
   return (FunctionKey){g_hash_table_lookup(pairing->keys, function->file),
                        function->name};
}

static const char* version_path(const Pairing* pairing, VersionsSide side,
                                const Function* function)
{
   return g_hash_table_lookup(pairing->paths[side], function->file);
}

/* Returns the functions of AFTER that are a function of BEFORE, in different
   objects; or NULL. */
static const GPtrArray* same_functions(const Pairing*  pairing,
                                       const Function* before)
{
   FunctionKey key = function_key(pairing, before);

   return g_hash_table_lookup(pairing->functions, &key);
}

/* For g_ptr_array_sort(). */
static int compare_objects(gconstpointer a, gconstpointer b)
{
   return g_strcmp0((*(Function* const*)a)->object,
                    (*(Function* const*)b)->object);
}

/* Returns the first function that is in an object, of functions sorted by that;
   or NULL. */
static const Function* find_in_object(const GPtrArray* functions,
                                      const char*      object)
{
   guint low = 0, high = functions->len; /* the first that is not before it */

   while (low < high) {
      guint           middle = low + (high - low) / 2;
      const Function* one    = functions->pdata[middle];
      if (g_strcmp0(one->object, object) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   const Function* found = low < functions->len ? functions->pdata[low] : NULL;
   return found && g_strcmp0(found->object, object) == 0 ? found : NULL;
}

/* Returns the function of AFTER that a function of BEFORE is, or NULL. */
static const Function* counterpart(const Pairing*  pairing,
                                   const Function* before)
{
   const GPtrArray* same  = same_functions(pairing, before);
   const Function*  after = same ? find_in_object(same, before->object) : NULL;

   if (after)
      return after;
   if (same)
      return same->len == 1 ? same->pdata[0] : NULL;
   return g_hash_table_lookup(pairing->moved, before);
}

/*------------------------------------------------------------*/
/*--- Preparing                                            ---*/
/*------------------------------------------------------------*/

typedef struct {
   Pairing*     pairing;
   VersionsSide side;
} Listing;

/* For g_tree_foreach(): looks up the path of a file.  No name has a line break,
   so that no key without a path is one. */
static gboolean find_path(gpointer name, gpointer file, gpointer data)
{
   const Listing* listing = data;
   Pairing*       pairing = listing->pairing;
   char*          path  = versions_path(pairing->versions, listing->side, name);
   gboolean       found = path != NULL;
   char*          text  = found ? path : g_strconcat("\n", name, NULL);
   char*          key   = hash_texts_take(pairing->texts, text);

   g_free(text);
   g_hash_table_insert(pairing->keys, file, key);
   if (found)
      g_hash_table_insert(pairing->paths[listing->side], file, key);
   if (found && listing->side == VERSIONS_NEW
       && !g_hash_table_contains(pairing->files, key))
      g_hash_table_insert(pairing->files, key, file);
   return FALSE;
}

static void find_paths(Pairing* pairing, VersionsSide side, const Costs* costs)
{
   Listing listing = {.pairing = pairing, .side = side};

   pairing->paths[side]      = g_hash_table_new(NULL, NULL);
   pairing->identities[side] = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   g_tree_foreach(costs->files, find_path, &listing);
}

static void free_array(gpointer array)
{
   g_ptr_array_free(array, TRUE);
}

/* Adds a value to the array of a key. */
static void add_to(GHashTable* arrays, FunctionKey key, gpointer value)
{
   GPtrArray* array = g_hash_table_lookup(arrays, &key);

   if (!array) {
      array = g_ptr_array_new();
      g_hash_table_insert(arrays, g_memdup2(&key, sizeof key), array);
   }
   g_ptr_array_add(array, value);
}

static GHashTable* arrays_new(void)
{
   return g_hash_table_new_full(hash_key, are_same_key, g_free, free_array);
}

static void list_function(Function* after, gpointer data)
{
   Pairing* pairing = data;
   add_to(pairing->functions, function_key(pairing, after), after);
}

/* For g_hash_table_foreach(). */
static void sort_by_object(gpointer key, gpointer functions, gpointer unused)
{
   g_ptr_array_sort(functions, compare_objects);
}

/* Functions of the versions that only one profile has, by name. */
typedef struct {
   Pairing*    pairing;
   GHashTable* known;   /* FunctionKey*: those that BEFORE has */
   GHashTable* missing; /* GPtrArray of Function* of BEFORE */
   GHashTable* new;     /* GPtrArray of Function* of AFTER */
} Search;

static void search_before(Function* before, gpointer data)
{
   const Search* search = data;
   FunctionKey   key    = function_key(search->pairing, before);

   if (!version_path(search->pairing, VERSIONS_OLD, before))
      return;
   g_hash_table_add(search->known, g_memdup2(&key, sizeof key));
   if (!same_functions(search->pairing, before))
      add_to(search->missing, (FunctionKey){NULL, before->name}, before);
}

static void search_after(Function* after, gpointer data)
{
   const Search* search = data;
   FunctionKey   key    = function_key(search->pairing, after);

   if (version_path(search->pairing, VERSIONS_NEW, after)
       && !g_hash_table_contains(search->known, &key))
      add_to(search->new, (FunctionKey){NULL, after->name}, after);
}

/* Pairs functions that were moved from one file to another. */
static void find_moved_functions(Pairing* pairing, const Costs* before,
                                 const Costs* after)
{
   Search search = {
      .pairing = pairing,
      .known   = g_hash_table_new_full(hash_key, are_same_key, g_free, NULL),
      .missing = arrays_new(),
      .new     = arrays_new()};
   GHashTableIter names;
   gpointer       name, missing;

   each_function(before, search_before, &search);
   each_function(after, search_after, &search);
   g_hash_table_iter_init(&names, search.missing);
   while (g_hash_table_iter_next(&names, &name, &missing)) {
      const GPtrArray* old = missing;
      const GPtrArray* new = g_hash_table_lookup(search.new, name);
      if (new && old->len == 1 && new->len == 1)
         g_hash_table_insert(pairing->moved, old->pdata[0], new->pdata[0]);
   }
   g_hash_table_destroy(search.known);
   g_hash_table_destroy(search.missing);
   g_hash_table_destroy(search.new);
}

static void free_paired_lines(gpointer data)
{
   PairedLines* lines = data;

   line_map_free(lines->map);
   g_hash_table_destroy(lines->known);
   g_free(lines);
}

static void pairing_begin(Pairing* pairing, const Versions* versions,
                          const Costs* before, const Costs* after)
{
   *pairing = (Pairing){.versions  = versions,
                        .texts     = hash_texts_new(),
                        .room      = HUNKS_ROOM,
                        .keys      = g_hash_table_new(NULL, NULL),
                        .files     = g_hash_table_new(NULL, NULL),
                        .functions = arrays_new(),
                        .moved     = g_hash_table_new(NULL, NULL),
                        .lines     = g_hash_table_new_full(
                               hash_text, g_str_equal, g_free, free_paired_lines)};
   find_paths(pairing, VERSIONS_OLD, before);
   find_paths(pairing, VERSIONS_NEW, after);
   for (VersionsSide side = VERSIONS_OLD; side <= VERSIONS_NEW; side++)
      if (g_hash_table_size(pairing->paths[side]) == 0)
         message_warn("%s has none of the sources that the %s profile names",
                      versions_name(versions, side),
                      side == VERSIONS_OLD ? "first" : "second");
   each_function(after, list_function, pairing);
   g_hash_table_foreach(pairing->functions, sort_by_object, NULL);
   find_moved_functions(pairing, before, after);
}

static void pairing_end(Pairing* pairing)
{
   g_hash_table_destroy(pairing->paths[VERSIONS_OLD]);
   g_hash_table_destroy(pairing->paths[VERSIONS_NEW]);
   g_hash_table_destroy(pairing->identities[VERSIONS_OLD]);
   g_hash_table_destroy(pairing->identities[VERSIONS_NEW]);
   hash_texts_free(pairing->texts);
   g_hash_table_destroy(pairing->keys);
   g_hash_table_destroy(pairing->files);
   g_hash_table_destroy(pairing->functions);
   g_hash_table_destroy(pairing->moved);
   g_hash_table_destroy(pairing->lines);
}

/*------------------------------------------------------------*/
/*--- Moving                                               ---*/
/*------------------------------------------------------------*/

/* Returns whether lines of a file of BEFORE may be shown. */
static gboolean may_show(const Pairing* pairing, const char* old_path)
{
   char*    place = versions_place(pairing->versions, VERSIONS_OLD, old_path);
   gboolean shown = place && source_scope_allows(pairing->scope, place);

   g_free(place);
   return shown;
}

/* Whether more may be compared. */
static gboolean has_room(const Pairing* pairing)
{
   return pairing->compared_bytes <= MAX_COMPARED && pairing->room > 0;
}

/* Returns what became of the lines of a file; their numbers stay the same if
   too much was compared before. */
static LineMap* compared_lines(Pairing* pairing, const char* old_path,
                               const char* new_path)
{
   gboolean had_room = has_room(pairing);
   LineMap* map      = had_room
                          ? versions_line_map(pairing->versions, old_path, new_path,
                                              &pairing->room)
                          : line_map_new(g_strdup(""), g_strdup(""), &pairing->room);

   pairing->compared_bytes += line_map_bytes(map);
   if (had_room && !has_room(pairing))
      message_warn("comparing all sources would take too long; the lines of "
                   "the other files are compared by their numbers");
   return map;
}

/* Keeps what became of the lines of a file; `key' is then its own.  If that is
   too much, the earlier ones go: the functions of a file come one after the
   other. */
static PairedLines* keep_lines(Pairing* pairing, char* key,
                               const char* old_path, const char* new_path)
{
   PairedLines* lines = g_new0(PairedLines, 1);

   lines->map   = compared_lines(pairing, old_path, new_path);
   lines->kept  = pairing->kept;
   lines->shown = lines->kept && may_show(pairing, old_path);
   lines->known =
      g_hash_table_new_full(hash_number, g_int64_equal, g_free, NULL);
   pairing->kept_bytes += line_map_kept_bytes(lines->map);
   if (pairing->kept_bytes > MAX_KEPT_BYTES) {
      g_hash_table_remove_all(pairing->lines);
      pairing->kept_bytes = line_map_kept_bytes(lines->map);
   }
   g_hash_table_insert(pairing->lines, key, lines);
   return lines;
}

/* Returns what a file of a version is known by. */
static const char* identity_of(Pairing* pairing, VersionsSide side,
                               const char* path)
{
   char* identity = g_hash_table_lookup(pairing->identities[side], path);

   if (!identity) {
      identity = versions_identity(pairing->versions, side, path);
      g_hash_table_insert(pairing->identities[side], (gpointer)path, identity);
   }
   return identity;
}

/* Returns what became of the lines of a file. */
static PairedLines* find_lines(Pairing* pairing, const char* old_path,
                               const char* new_path)
{
   char* key =
      g_strdup_printf("%s\n%s", identity_of(pairing, VERSIONS_OLD, old_path),
                      identity_of(pairing, VERSIONS_NEW, new_path));
   PairedLines* lines = g_hash_table_lookup(pairing->lines, key);

   if (!lines)
      return keep_lines(pairing, key, old_path, new_path);
   g_free(key);
   return lines;
}

/* The same.  What paths can be is looked at once for all functions of a file.
 */
static PairedLines* lines_between(Pairing* pairing, const char* old_path,
                                  const char* new_path)
{
   if (!pairing->last || old_path != pairing->last_old
       || new_path != pairing->last_new) {
      pairing->last     = find_lines(pairing, old_path, new_path);
      pairing->last_old = old_path;
      pairing->last_new = new_path;
   }
   return pairing->last;
}

static void note_line(const PairedLines* lines, guint64 line, guint index)
{
   g_hash_table_insert(lines->known, g_memdup2(&line, sizeof line),
                       GUINT_TO_POINTER(index));
}

/* Returns what a removed line is counted for. */
static guint64 number_of_removed(const PairedLines* lines,
                                 LineMapRemoved     removed)
{
   guint index =
      GPOINTER_TO_UINT(g_hash_table_lookup(lines->known, &removed.number));

   if (index == 0) {
      removed.text = lines->shown ? g_strdup(removed.text) : NULL;
      g_array_append_val(lines->kept->removed, removed);
      index = lines->kept->removed->len;
      note_line(lines, removed.number, index);
   }
   return PAIRING_REMOVED + index - 1;
}

static void free_text(gpointer text)
{
   g_string_free(text, TRUE);
}

/* Sets the file whose lines are asked for.  Its name can be long, so it is
   looked up once. */
static void set_file(PairedLines* lines, const char* file)
{
   if (lines->file == file)
      return;
   lines->file = file;
   if (!lines->kept)
      return;
   lines->changed = g_hash_table_lookup(lines->kept->changed, file);
   if (!lines->changed) {
      lines->changed =
         g_hash_table_new_full(hash_number, g_int64_equal, g_free, free_text);
      g_hash_table_insert(lines->kept->changed, g_strdup(file), lines->changed);
   }
}

/* Keeps what a line said before that became line `to'.  Thousands of lines can
   have become the same one. */
static void keep_changed(const PairedLines* lines, guint64 line, guint64 to)
{
   const char* text = line_map_old_text(lines->map, line);

   if (!text || !lines->shown || g_hash_table_contains(lines->known, &line))
      return;
   GString* before = g_hash_table_lookup(lines->changed, &to);
   if (!before) {
      before = g_string_new(NULL);
      g_hash_table_insert(lines->changed, g_memdup2(&to, sizeof to), before);
   }
   g_string_append(before, text);
   g_string_append_c(before, '\n');
   note_line(lines, line, 1);
}

/* For CostsTarget. */
static guint64 paired_line(gconstpointer data, guint64 line)
{
   const PairedLines* lines = data;
   LineMapRemoved     removed;

   if (lines->kept && line_map_removed(lines->map, line, &removed))
      return number_of_removed(lines, removed);
   guint64 to = line_map_line(lines->map, line);
   if (lines->kept)
      keep_changed(lines, line, to);
   return to;
}

/* For costs_add(): returns where the costs of a function of BEFORE go.  One
   that is gone stays in its file, if AFTER has that. */
static CostsTarget paired_target(const Function* before, gpointer data)
{
   Pairing*        pairing  = data;
   const char*     old_path = version_path(pairing, VERSIONS_OLD, before);
   const Function* after    = counterpart(pairing, before);
   CostsTarget     target   = {.file   = before->file->name,
                               .name   = before->name,
                               .object = before->object};
   const File*     file     = after ? after->file
                              : old_path ? g_hash_table_lookup(pairing->files, old_path)
                                         : NULL;

   if (after)
      target.object = after->object;
   if (!file)
      return target;
   const char* new_path =
      g_hash_table_lookup(pairing->paths[VERSIONS_NEW], file);
   target.file = file->name;
   if (old_path && new_path) {
      PairedLines* lines = lines_between(pairing, old_path, new_path);
      set_file(lines, file->name);
      target.line  = paired_line;
      target.lines = lines;
   }
   return target;
}

/* Ends the program if the number of a line would stand for a line that was
   removed. */
static void check_number(const Function* function, guint64 line)
{
   if (line >= PAIRING_REMOVED)
      message_fail("%s: the number of a line has more than 62 bits",
                   function->file->name);
}

/* For each_function(): the same for all lines that belong to the function. */
static void check_removed_numbers(Function* function, gpointer n_events)
{
   GPtrArray* calls = costs_calls(function);

   for (gsize row = 0; row < function->lines.used; row++)
      check_number(function, lines_number(&function->lines,
                                          GPOINTER_TO_UINT(n_events), row));
   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];

      check_number(function, call->caller.line);
      check_number(call->callee, call->target.line);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

Costs* pairing_move(const Versions* versions, const Costs* before,
                    const Costs* after, PairingTexts* texts, SourceScope* scope)
{
   Pairing pairing;
   Costs*  moved = costs_new(before->n_events);

   pairing_begin(&pairing, versions, before, after);
   pairing.kept  = texts;
   pairing.scope = scope;
   if (texts) {
      each_function(before, check_removed_numbers,
                    GUINT_TO_POINTER(before->n_events));
      each_function(after, check_removed_numbers,
                    GUINT_TO_POINTER(after->n_events));
   }
   const Function* full = costs_add(moved, before, paired_target, &pairing);
   if (full)
      costs_fail_full(full);
   pairing_end(&pairing);
   return moved;
}
