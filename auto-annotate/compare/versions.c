/* SPDX-License-Identifier: GPL-2.0-or-later */
/* versions.c: see versions.h. */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <gio/gio.h>

#include "compare/versions.h"
#include "conflicts/cg_system_files.h"
#include "lib/message.h"
#include "lib/options.h"

/* One version: a directory, or a revision. */
typedef struct {
   char* name;        /* as the user gives it */
   char* directory;   /* with "/" at its end; for a revision, of the
                         working tree */
   GHashTable* files; /* char*, the object's id, by path; NULL: those of the
                         directory */
   GHashTable* links; /* the same for symbolic links */
} Version;

struct Versions {
   Version     sides[2];
   GHashTable* stale; /* paths (char*), or NULL if that was not asked yet */
};

/*------------------------------------------------------------*/
/*--- git                                                  ---*/
/*------------------------------------------------------------*/

/* So many symbolic links may lead to each other. */
#define MAX_LINKS 10

/* The last argument of run_git(). */
#define LAST ((const char*)NULL)

/* Returns what starts git in a directory; NULL is the current one. */
static GSubprocessLauncher* git_launcher(const char* directory)
{
   GSubprocessLauncher* launcher = g_subprocess_launcher_new(
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);

   if (directory)
      g_subprocess_launcher_set_cwd(launcher, directory);
   /* It would add lines around a change, in spite of -U0. */
   g_subprocess_launcher_unsetenv(launcher, "GIT_DIFF_OPTS");
   /* A path that begins with ":" would be a pattern. */
   g_subprocess_launcher_setenv(launcher, "GIT_LITERAL_PATHSPECS", "1", TRUE);
   return launcher;
}

/* Returns bytes as text, with a blank for each NUL, and frees them. */
static char* text_of(GBytes* bytes)
{
   gsize length;
   char* text = g_bytes_unref_to_data(bytes, &length);

   text         = g_realloc(text, length + 1);
   text[length] = '\0';
   for (gsize i = 0; i < length; i++)
      if (text[i] == '\0')
         text[i] = ' ';
   return text;
}

/* Runs git in a directory, NULL for the current one, with the arguments up to
   LAST.  Returns what it writes, with a blank for each NUL; the caller frees
   it. Ends the program with the message `wrong', and with what git says, if it
   cannot be run, or if its exit status is greater than `max_status'. */
static char* run_git(const char* wrong, const char* directory, int max_status,
                     ...)
{
   GSubprocessLauncher* launcher = git_launcher(directory);
   GPtrArray*           argv     = g_ptr_array_new();
   GBytes *             output, *errors;
   GError*              error    = NULL;
   const char*          argument = "git";
   va_list              arguments;

   va_start(arguments, max_status);
   for (; argument; argument = va_arg(arguments, const char*))
      g_ptr_array_add(argv, (char*)argument);
   va_end(arguments);
   g_ptr_array_add(argv, NULL);
   GSubprocess* git = g_subprocess_launcher_spawnv(
      launcher, (const char* const*)argv->pdata, &error);
   if (!git
       || !g_subprocess_communicate(git, NULL, NULL, &output, &errors, &error))
      message_fail("%s: %s (git is in the package git)", wrong, error->message);
   char* complaint = text_of(errors);
   if (!g_subprocess_get_if_exited(git)
       || g_subprocess_get_exit_status(git) > max_status) {
      g_strstrip(g_strdelimit(complaint, "\n", ' '));
      message_fail("%s%s%s", wrong, *complaint ? ": " : "", complaint);
   }
   g_object_unref(git);
   g_object_unref(launcher);
   g_ptr_array_free(argv, TRUE);
   g_free(complaint);
   return text_of(output);
}

/* Returns a path that git writes, which quotes it if it has unusual characters;
   the caller frees it. */
static char* unquoted(const char* path)
{
   gsize length = strlen(path);

   if (length < 2 || *path != '"')
      return g_strdup(path);
   char* inner = g_strndup(path + 1, length - 2);
   char* plain = g_strcompress(inner);
   g_free(inner);
   return plain;
}

/* Lists the files and links of a commit. */
static void list_files(Version* version, const char* context,
                       const char* commit)
{
   char* listing = run_git(context, version->directory, 0, "ls-tree", "-r",
                           "--full-tree", commit, LAST);

   version->files =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   version->links =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   /* MODE <blank> TYPE <blank> ID <tab> PATH; what is no file, a submodule, has
      another type.  120000 is the mode of links. */
   char** lines = g_strsplit(listing, "\n", -1);
   for (char** line = lines; *line; line++) {
      char* path = strchr(*line, '\t');
      char* type = strchr(*line, ' ');
      if (path && type && g_str_has_prefix(type, " blob "))
         g_hash_table_insert(
            g_str_has_prefix(*line, "120000 ") ? version->links
                                               : version->files,
            unquoted(path + 1), g_strndup(type + 6, path - (type + 6)));
   }
   g_strfreev(lines);
   g_free(listing);
}

/* Returns the path that a link of a revision leads to; the caller frees it. */
static char* target_of(const Version* version, const char* path, const char* id)
{
   char* wrong = g_strdup_printf("%s: git cat-file failed", path);
   char* text =
      run_git(wrong, version->directory, 0, "cat-file", "blob", id, LAST);
   char* directory = g_path_get_dirname(path);
   char* from      = g_build_filename("/", directory, NULL);
   char* plain     = g_canonicalize_filename(text, from);
   char* target    = g_strdup(plain + 1);

   g_free(wrong);
   g_free(text);
   g_free(directory);
   g_free(from);
   g_free(plain);
   return target;
}

/* Returns the id of a file of a revision, that of its target if it is a
   symbolic link, or NULL if there is none. */
static const char* object_of(const Version* version, const char* path)
{
   char*       current = g_strdup(path);
   const char* link;

   for (guint n = 0;
        n < MAX_LINKS && (link = g_hash_table_lookup(version->links, current));
        n++) {
      char* target = target_of(version, current, link);
      g_free(current);
      current = target;
   }
   const char* object = g_hash_table_lookup(version->files, current);
   g_free(current);
   return object;
}

/*------------------------------------------------------------*/
/*--- The options                                          ---*/
/*------------------------------------------------------------*/

/* Returns the name of a directory with "/" at its end; the caller frees it. */
static char* with_slash(const char* directory)
{
   return g_strconcat(directory, g_str_has_suffix(directory, "/") ? "" : "/",
                      NULL);
}

static Version directory_version(const char* option, const char* name)
{
   char* path = realpath(name, NULL);

   if (!path || !g_file_test(path, G_FILE_TEST_IS_DIR))
      message_fail("--%s=%s: there is no such directory", option, name);
   Version version = {.name = g_strdup(name), .directory = with_slash(path)};
   free(path);
   return version;
}

/* Returns a revision; "" is HEAD. */
static Version revision_version(const char* context, const char* top,
                                const char* name)
{
   if (*name == '\0')
      name = "HEAD";
   if (*name == '-')
      message_fail("%s: a revision cannot begin with \"-\"", context);
   char* wrong  = g_strdup_printf("%s: there is no revision %s", context, name);
   char* object = g_strconcat(name, "^{commit}", NULL);
   char* commit = g_strstrip(
      run_git(wrong, top, 0, "rev-parse", "--verify", "--quiet", object, LAST));
   Version version = {.name = g_strdup(name), .directory = g_strdup(top)};
   list_files(&version, context, commit);
   g_free(wrong);
   g_free(object);
   g_free(commit);
   return version;
}

static void find_revisions(Versions* versions, const char* text)
{
   char*       context = g_strdup_printf("--git=%s", text);
   const char* dots    = strstr(text, "..");
   char*       old     = dots ? g_strndup(text, dots - text) : g_strdup(text);
   char*       top     = g_strchomp(
                run_git(context, NULL, 0, "rev-parse", "--show-toplevel", LAST));
   char* directory = with_slash(top);

   if (dots && dots[2] == '.')
      message_fail("%s: OLD..NEW with two dots is allowed", context);
   versions->sides[VERSIONS_OLD] = revision_version(context, directory, old);
   versions->sides[VERSIONS_NEW] =
      dots ? revision_version(context, directory, dots + 2)
           : (Version){.name      = g_strdup("the working tree"),
                       .directory = g_strdup(directory)};
   g_free(directory);
   g_free(top);
   g_free(old);
   g_free(context);
}

gboolean versions_parse_option(VersionsOptions* options, int option,
                               const char* value)
{
   switch (option) {
   case VERSIONS_OPTION_OLD:
      options->old_source = value;
      return TRUE;
   case VERSIONS_OPTION_NEW:
      options->new_source = value;
      return TRUE;
   case VERSIONS_OPTION_GIT:
      options->git = value;
      return TRUE;
   default:
      return FALSE;
   }
}

Versions* versions_new(const VersionsOptions* options)
{
   const char *old = options->old_source, *new = options->new_source;

   if (!old && !new && !options->git)
      return NULL;
   if (options->git && (old || new))
      options_fail_usage("--git and --%s-source: only one is allowed",
                         old ? "old" : "new");
   if (!options->git && (!old || !new))
      options_fail_usage("--%s-source needs --%s-source", old ? "old" : "new",
                         old ? "new" : "old");
   Versions* versions = g_new0(Versions, 1);
   if (options->git)
      find_revisions(versions, options->git);
   else {
      versions->sides[VERSIONS_OLD] = directory_version("old-source", old);
      versions->sides[VERSIONS_NEW] = directory_version("new-source", new);
   }
   return versions;
}

/*------------------------------------------------------------*/
/*--- Files                                                ---*/
/*------------------------------------------------------------*/

static gboolean has_file(const Version* version, const char* path)
{
   if (version->files)
      return object_of(version, path) != NULL;
   char*    whole = g_strconcat(version->directory, path, NULL);
   gboolean is    = g_file_test(whole, G_FILE_TEST_IS_REGULAR);
   g_free(whole);
   return is;
}

char* versions_path(const Versions* versions, VersionsSide side,
                    const char* name)
{
   const Version* version = &versions->sides[side];
   /* Without "." and "..", which a compiler leaves in names. */
   char*       plain = g_canonicalize_filename(name, "/");
   const char* tail  = plain + 1;
   char*       path  = NULL;

   if (g_str_has_prefix(plain, version->directory))
      tail = plain + strlen(version->directory);
   else if (cg_system_files_have(plain))
      tail = NULL;
   for (; tail && !path;
        tail = strchr(tail, '/') ? strchr(tail, '/') + 1 : NULL)
      if (*tail && has_file(version, tail))
         path = g_strdup(tail);
   g_free(plain);
   return path;
}

/* Options of `git diff': no line around a change, nothing that the user's
   configuration adds, and lines even if a NUL or an attribute makes a source
   binary.  Of a binary file git only says that it differs. */
#define PLAIN_DIFF                                                             \
   "diff", "-U0", "--inter-hunk-context=0", "--ignore-all-space",              \
      "--diff-algorithm=histogram", "--no-color", "--no-ext-diff",             \
      "--no-textconv", "--text"

/* Returns the absolute path of a file of a directory, without symbolic links,
   which git would compare themselves; the caller frees it. */
static char* real_file(const Version* version, const char* path)
{
   char* whole = g_strconcat(version->directory, path, NULL);
   char* real  = realpath(whole, NULL);
   char* copy  = g_strdup(real ? real : whole);

   free(real);
   g_free(whole);
   return copy;
}

char* versions_difference(const Versions* versions, const char* old_path,
                          const char* new_path)
{
   const Version* old     = &versions->sides[VERSIONS_OLD];
   const Version* new     = &versions->sides[VERSIONS_NEW];
   const char* old_object = old->files ? object_of(old, old_path) : NULL;
   const char* new_object = new->files ? object_of(new, new_path) : NULL;
   char*       wrong      = g_strdup_printf("%s: git diff failed", new_path);
   char*       difference;

   if (old_object && new_object)
      difference = strcmp(old_object, new_object) == 0
                      ? g_strdup("")
                      : run_git(wrong, new->directory, 0, PLAIN_DIFF,
                                old_object, new_object, LAST);
   else {
      char* before = real_file(old, old_path);
      char* after  = real_file(new, new_path);
      difference   = old_object
                        ? run_git(wrong, new->directory, 0, PLAIN_DIFF,
                                  old_object, "--", after, LAST)
                        : run_git(wrong, NULL, 1, PLAIN_DIFF, "--no-index", "--",
                                  before, after, LAST);
      g_free(before);
      g_free(after);
   }
   g_free(wrong);
   return difference;
}

const char* versions_directory(const Versions* versions)
{
   return versions->sides[VERSIONS_NEW].directory;
}

gboolean versions_is_stale(Versions* versions, const char* path)
{
   const Version* new = &versions->sides[VERSIONS_NEW];

   if (!new->files)
      return FALSE;
   if (!versions->stale) {
      char*  wrong   = g_strdup_printf("%s: git diff failed", new->name);
      char*  listing = run_git(wrong, new->directory, 0, "diff", "--name-only",
                               "--no-ext-diff", new->name, "--", LAST);
      char** paths   = g_strsplit(listing, "\n", -1);
      versions->stale =
         g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
      for (char** line = paths; *line; line++)
         g_hash_table_add(versions->stale, unquoted(*line));
      g_strfreev(paths);
      g_free(listing);
      g_free(wrong);
   }
   return g_hash_table_contains(versions->stale, path);
}

const char* versions_name(const Versions* versions, VersionsSide side)
{
   return versions->sides[side].name;
}
