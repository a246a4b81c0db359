/* SPDX-License-Identifier: GPL-2.0-or-later */
/* versions.c: see versions.h. */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/repository.h"
#include "compare/versions.h"
#include "conflicts/cg_system_files.h"
#include "lib/budget.h"
#include "lib/message.h"
#include "lib/options.h"
#include "lib/regular.h"
#include "lib/tree.h"

/* The largest source that is compared, in bytes.  The source of SQLite, in one
   file, has 9 MB. */
#define MAX_BYTES (16 * 1024 * 1024)

/* The most lines of it: each takes some dozen bytes. */
#define MAX_LINES 1000000

/* One version: a directory, or a revision. */
typedef struct {
   char* name;         /* as the user gives it */
   char* directory;    /* with "/" at its end, without symbolic links; for a
                          revision, of the working tree */
   Revision* revision; /* NULL: the files are in the directory */
} Version;

struct Versions {
   Version     sides[2];
   Repository* repository; /* NULL: there are two directories */
};

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

static Version working_tree(const Versions* versions)
{
   Version version =
      directory_version("git", repository_directory(versions->repository));

   version.name = g_strdup("the working tree");
   return version;
}

static Version revision_version(const Versions* versions, const char* context,
                                const char* name)
{
   Version version = working_tree(versions);

   version.name     = g_strdup(*name ? name : "HEAD");
   version.revision = repository_revision(versions->repository, context, name);
   return version;
}

static void find_revisions(Versions* versions, const char* text)
{
   char*       context = g_strdup_printf("--git=%s", text);
   const char* dots    = strstr(text, "..");
   char*       old     = dots ? g_strndup(text, dots - text) : g_strdup(text);

   if (dots && dots[2] == '.')
      message_fail("%s: must be OLD..NEW, with two dots", context);
   versions->repository          = repository_open(context);
   versions->sides[VERSIONS_OLD] = revision_version(versions, context, old);
   versions->sides[VERSIONS_NEW] =
      dots ? revision_version(versions, context, dots + 2)
           : working_tree(versions);
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
      options_fail_usage("--git: does not work with --%s-source",
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

/* Opens a regular file of a directory.  Returns NULL if there is no such file,
   if it cannot be opened, or if a symbolic link leads out of the directory,
   which may be a stranger's: also one through /proc to where other things are
   mounted.  A pipe or a device is not opened. */
static FILE* open_version_file(const Version* version, const char* path)
{
   char*       whole = g_strconcat(version->directory, path, NULL);
   struct stat status, named;
   int         file = regular_open(whole, &status);
   char*       real = file >= 0 ? regular_path(file) : NULL;

   if (file >= 0
       && (!real || !g_str_has_prefix(real, version->directory)
           || stat(real, &named) != 0 || named.st_dev != status.st_dev
           || named.st_ino != status.st_ino)) {
      close(file);
      file = -1;
   }
   g_free(real);
   g_free(whole);
   return file >= 0 ? fdopen(file, "r") : NULL;
}

static gboolean has_file(const Version* version, const char* path)
{
   if (version->revision)
      return repository_file(version->revision, path) != NULL;
   FILE* file = open_version_file(version, path);
   if (file)
      fclose(file);
   return file != NULL;
}

char* versions_path(const Versions* versions, VersionsSide side,
                    const char* name)
{
   const Version* version = &versions->sides[side];
   /* Without "." and "..", which a compiler leaves in names. */
   char*       plain = g_canonicalize_filename(name, "/");
   const char* end   = plain + strlen(plain);
   const char* tail  = plain + 1;
   char*       path  = NULL;

   if (g_str_has_prefix(plain, version->directory))
      tail = plain + strlen(version->directory);
   else if (cg_system_files_have(plain))
      tail = NULL;
   else
      tail = tree_last_tails(tail);
   for (; tail && !path;
        tail = strchr(tail, '/') ? strchr(tail, '/') + 1 : NULL)
      if (*tail && end - tail < PATH_MAX && has_file(version, tail))
         path = g_strdup(tail);
   g_free(plain);
   return path;
}

char* versions_identity(const Versions* versions, VersionsSide side,
                        const char* path)
{
   const Version* version = &versions->sides[side];
   struct stat    status;

   if (version->revision)
      return g_strdup(repository_file(version->revision, path));
   FILE* file  = open_version_file(version, path);
   char* known = file && fstat(fileno(file), &status) == 0
                    ? regular_identity(&status)
                    : g_strdup(path);
   if (file)
      fclose(file);
   return known;
}

char* versions_place(const Versions* versions, VersionsSide side,
                     const char* path)
{
   const Version* version = &versions->sides[side];
   char*          place   = NULL;

   if (version->revision) {
      char* real = repository_follow(version->revision, path);
      if (real)
         place = g_strconcat(version->directory, real, NULL);
      g_free(real);
      return place;
   }
   FILE* file = open_version_file(version, path);
   if (file) {
      place = regular_path(fileno(file));
      fclose(file);
   }
   return place;
}

/* Reads a regular file.  Returns what repository_read() does, and the same as
   for one that is too large if it is mostly a hole; sets *sparse then. */
static char* read_version_file(FILE* file, const char* path, gsize max_size,
                               gsize* size, gboolean* sparse)
{
   struct stat status;
   gboolean    is_file =
      fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);

   *size = is_file ? status.st_size : 0;
   if (!is_file || *size > max_size)
      return NULL;
   *sparse = !regular_explains(fileno(file), &status, *size);
   if (*sparse)
      return NULL;
   budget_add_file(BUDGET_NAMED, path, fileno(file));
   char* text  = g_malloc(*size + 1);
   *size       = fread(text, 1, *size, file);
   text[*size] = '\0';
   if (!ferror(file))
      return text;
   g_free(text);
   *size = 0;
   return NULL;
}

/* Puts a blank in the place of each NUL.  Returns FALSE if the text has too
   many lines. */
static gboolean prepare_text(char* text, gsize size)
{
   guint n_lines = 0;

   for (gsize i = 0; i < size; i++) {
      if (text[i] == '\0')
         text[i] = ' ';
      n_lines += text[i] == '\n';
   }
   return n_lines <= MAX_LINES;
}

/* Returns the text of a file of a version, with a blank for each NUL; the
   caller frees it.  Returns NULL after a warning if the file is too large, or
   mostly a hole.  Ends the program with a message if it cannot be read. */
static char* version_text(const Versions* versions, const Version* version,
                          const char* path)
{
   gsize    size   = 0;
   gboolean sparse = FALSE;
   char*    text   = NULL;

   if (version->revision)
      text = repository_read(versions->repository,
                             repository_file(version->revision, path),
                             MAX_BYTES, &size);
   else {
      FILE* file = open_version_file(version, path);
      if (file) {
         text = read_version_file(file, path, MAX_BYTES, &size, &sparse);
         fclose(file);
      }
   }
   if (!text && size == 0)
      message_fail("%s: it cannot be read in %s%s", path, version->name,
                   version->revision ? "; is the clone partial or damaged?"
                                     : "");
   if (!text)
      message_warn("%s: it is %s in %s; its lines are compared by their "
                   "numbers",
                   path, sparse ? "mostly a hole" : "larger than 16 MB",
                   version->name);
   else if (!prepare_text(text, size)) {
      message_warn(
         "%s: it has more than %d lines in %s; its lines are compared "
         "by their numbers",
         path, MAX_LINES, version->name);
      g_free(text);
      text = NULL;
   }
   return text;
}

/* Returns the map from one text to another, which are freed.  If either is
   NULL, nothing differs. */
static LineMap* map_between(char* before, char* after, gint64* room)
{
   if (before && after)
      return line_map_new(before, after, room);
   g_free(before);
   g_free(after);
   return line_map_new(g_strdup(""), g_strdup(""), room);
}

LineMap* versions_line_map(const Versions* versions, const char* old_path,
                           const char* new_path, gint64* room)
{
   const Version* old = &versions->sides[VERSIONS_OLD];
   const Version* new = &versions->sides[VERSIONS_NEW];
   char *before = NULL, *after = NULL;

   /* The same object is the same text. */
   if (!old->revision || !new->revision
       || strcmp(repository_file(old->revision, old_path),
                 repository_file(new->revision, new_path))
             != 0) {
      before = version_text(versions, old, old_path);
      after  = before ? version_text(versions, new, new_path) : NULL;
   }
   return map_between(before, after, room);
}

const char* versions_directory(const Versions* versions, VersionsSide side)
{
   return versions->sides[side].directory;
}

gboolean versions_is_stale(const Versions* versions, const char* path)
{
   const Version* new  = &versions->sides[VERSIONS_NEW];
   Version checked_out = *new;

   if (!new->revision)
      return FALSE;
   checked_out.name     = (char*)"the working tree";
   checked_out.revision = NULL;
   if (!has_file(&checked_out, path))
      return TRUE;
   char*    counted = version_text(versions, new, path);
   char*    shown = counted ? version_text(versions, &checked_out, path) : NULL;
   gboolean is_stale = shown && !line_map_are_same(counted, shown);
   g_free(counted);
   g_free(shown);
   return is_stale;
}

const char* versions_name(const Versions* versions, VersionsSide side)
{
   return versions->sides[side].name;
}
