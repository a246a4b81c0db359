/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parts.c: see parts.h. */

#include <string.h>
#include <sys/stat.h>

#include "lib/message.h"
#include "lib/parts.h"
#include "lib/threads.h"

/* Smaller parts would make the search for their ends noticeable.  Those of
   tests are so small that a profile of a few lines has several. */
#define PART_BYTES      (1024 * 1024)
#define TEST_PART_BYTES 64

/* A profile that is being read. */
typedef struct {
   Reader* reader; /* has read the header */
   guint   number; /* of the profile, from 0 */
   guint64 next;   /* the offset of the part to be read next */
   guint   open;   /* parts being read, plus 1 while there are others */
   Count*  totals;
   Count*  summary;
} Profile;

/* What the threads share. */
typedef struct {
   const Profiles* profiles;
   gboolean        by_line;
   gboolean        apart; /* each thread has costs of its own first */
   guint           n_events;

   GMutex   lock; /* of all that follows; functions have their own */
   Costs*   costs;
   Count*   totals;
   guint    n_opened; /* profiles */
   Profile* profile;  /* the one that the next part is of, or NULL */
   gboolean ended;    /* whether a thread has */
   gboolean gave_up;
} Work;

/* A part. */
typedef struct {
   Profile* profile;
   Reader*  reader;
   gboolean last; /* of the profile */
} Part;

guint parts_threads(char* const* names, guint n_names)
{
   guint64 bytes = 0;

   for (guint i = 0; i < n_names; i++) {
      struct stat status;
      if (strcmp(names[i], "-") == 0 || stat(names[i], &status) < 0
          || !S_ISREG(status.st_mode))
         return 1;
      bytes += status.st_size;
   }
   return threads_for(bytes);
}

/*------------------------------------------------------------*/
/*--- Parts; the caller has locked the work                ---*/
/*------------------------------------------------------------*/

/* Whether two profiles define events by the same formulas and have the same
   branch predictor.  If not, there is something to say about it. */
static gboolean defines_the_same(const Reader* reader, const Reader* first)
{
   char*    differing = reader_differing_definition(reader, first);
   gboolean same = !differing && !reader_has_other_predictor(reader, first);

   g_free(differing);
   return same;
}

/* Opens the next profile.  Returns FALSE if it cannot be added to the others.
 */
static gboolean open_profile(Work* work)
{
   const Profiles* profiles = work->profiles;
   guint           number   = work->n_opened;
   guint           n        = work->n_events;

   Reader* reader = number < profiles->n_readers
                       ? profiles->readers[number]
                       : reader_open(profiles->names[number], FALSE, NULL);
   if (!reader)
      return FALSE;
   work->profile  = g_new(Profile, 1);
   *work->profile = (Profile){.reader  = reader,
                              .number  = number,
                              .next    = reader_data(reader),
                              .open    = 1,
                              .totals  = g_new0(Count, n),
                              .summary = g_new0(Count, n)};
   work->n_opened++;
   return reader_is_ordinary(reader)
          && reader_check_events(reader, profiles->readers[0], NULL)
          && defines_the_same(reader, profiles->readers[0]);
}

/* Closes a profile of which all parts were read.  Returns whether its summary
   is right and the totals of all profiles fit. */
static gboolean close_profile(Work* work, Profile* profile)
{
   gboolean good = TRUE;

   for (guint i = 0; i < work->n_events; i++) {
      gboolean subtract = profile->number < work->profiles->n_negative;
      good              = good && profile->totals[i] == profile->summary[i]
             && count_add(&work->totals[i],
                          subtract ? -profile->totals[i] : profile->totals[i]);
   }
   if (profile->number >= work->profiles->n_readers)
      reader_close(profile->reader);
   g_free(profile->totals);
   g_free(profile->summary);
   g_free(profile);
   return good;
}

/* Begins the next part.  Returns FALSE if there is none, or if the threads give
   up. */
static gboolean begin_part(Work* work, Part* part)
{
   guint n = work->profiles->n_names;

   if (!work->profile && work->n_opened < n && !work->gave_up)
      work->gave_up = !open_profile(work);
   if (!work->profile || work->gave_up)
      return FALSE;

   Profile* profile = work->profile;
   Input*   input   = profile->reader->input;
   guint64  begin   = profile->next;
   profile->next += threads_share(PART_BYTES, TEST_PART_BYTES);
   if (!input_find_line(input, &profile->next, "fl=")) {
      work->gave_up = TRUE;
      return FALSE;
   }
   *part = (Part){.profile = profile,
                  .reader = reader_share(profile->reader, begin, profile->next),
                  .last   = profile->next >= (guint64)input->status.st_size};
   if (part->last)
      work->profile = NULL;
   else
      profile->open++;
   message_set_progress_files(profile->number + 1, n);
   return TRUE;
}

/* Ends a part, of which all counts were read if `good'. */
static void end_part(Work* work, Part* part, gboolean good)
{
   Profile*      profile = part->profile;
   const Reader* reader  = part->reader;
   guint         n       = work->n_events;

   good = good && (reader->summary != NULL) == part->last
          && count_add_all(profile->totals, reader->totals, n) < 0;
   for (guint i = 0; good && part->last && i < n; i++) {
      Count said          = reader->summary[i];
      profile->summary[i] = said == COUNT_NONE ? 0 : said;
   }
   reader_close(part->reader);
   if (--profile->open == 0)
      good = close_profile(work, profile) && good;
   work->gave_up = work->gave_up || !good;
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

/* Adds counts to those of a function, which is locked.  Returns FALSE if the
   threads must give up. */
static gboolean add_counts(const Work* work, Function* function, Reader* reader,
                           gboolean subtract)
{
   guint n = work->n_events;

   if (work->by_line && reader->small)
      return costs_add_line(&function->lines, reader) < 0;
   const Count* counts = reader_counts(reader);
   for (guint i = 0; i < n; i++)
      if (counts[i] < 0 && counts[i] != COUNT_NONE)
         return FALSE;
   if (work->by_line)
      return costs_add_line(&function->lines, reader) < 0;
   for (guint i = 0; i < n; i++)
      if (!count_add(&function->sums[i],
                     subtract && counts[i] > 0 ? -counts[i] : counts[i]))
         return FALSE;
   return TRUE;
}

/* Unlocks the function whose counts were read, if there is one. */
static void leave_function(const Work* work, Function* function)
{
   if (!function)
      return;
   if (work->by_line)
      lines_trim(&function->lines, work->n_events);
   g_mutex_unlock(&function->lock);
}

/* Returns the function that a reader is at, locked. */
static Function* enter_function(Work* work, Costs* costs, const Reader* reader)
{
   if (!work->apart)
      g_mutex_lock(&work->lock);
   Function* function = costs_function_at(costs, reader, FALSE);
   if (!work->apart)
      g_mutex_unlock(&work->lock);
   g_mutex_lock(&function->lock);
   lines_rewind(&function->lines);
   return function;
}

/* Reads all counts of a part into costs, which are those of the work or the
   thread's own.  Returns FALSE if the threads must give up. */
static gboolean read_part(Work* work, Costs* costs, const Part* part)
{
   Reader*   reader   = part->reader;
   Function* function = NULL;
   gboolean  subtract = part->profile->number < work->profiles->n_negative;
   gboolean  good     = TRUE;
   Found     found    = READ_PLACE;

   reader->by_line = work->by_line;
   while (good && (found = reader_next(reader, NULL)) < READ_END)
      if (found == READ_COUNTS)
         good = add_counts(work, function, reader, subtract);
      else if (found == READ_CALL || reader->object)
         good = FALSE;
      else {
         leave_function(work, function);
         function = enter_function(work, costs, reader);
      }
   leave_function(work, function);
   return good && found == READ_END;
}

/* Adds the costs of a thread that has ended to those of the work, and frees
   them.  The first such costs become those of the work, so that there are as
   many sums in memory as threads, and not one more. */
static void add_thread(Work* work, Costs* costs)
{
   if (!work->ended) {
      Costs empty  = *work->costs;
      *work->costs = *costs;
      *costs       = empty;
   } else if (!work->gave_up && costs_add(work->costs, costs, NULL, NULL))
      work->gave_up = TRUE;
   work->ended = TRUE;
   costs_free(costs);
}

/* What each thread does. */
static gpointer read_parts(gpointer data)
{
   Work*  work  = data;
   Costs* costs = work->apart ? costs_new(work->n_events) : work->costs;
   Part   part;

   g_mutex_lock(&work->lock);
   while (begin_part(work, &part)) {
      g_mutex_unlock(&work->lock);
      gboolean good = read_part(work, costs, &part);
      g_mutex_lock(&work->lock);
      end_part(work, &part, good);
   }
   if (work->apart)
      add_thread(work, costs);
   g_mutex_unlock(&work->lock);
   return NULL;
}

/* Whether each thread adds up profiles apart from the others.  Many small ones
   mostly have the same functions, so threads would wait for each other at each
   of them.  Sums of large ones would need several times the memory. */
static gboolean are_apart(const Profiles* profiles, guint n_threads)
{
   if (profiles->n_names <= n_threads)
      return FALSE;
   for (guint i = 0; i < profiles->n_names; i++) {
      struct stat status;
      if (stat(profiles->names[i], &status) == 0 && status.st_size > PART_BYTES)
         return FALSE;
   }
   return TRUE;
}

gboolean parts_add_profiles(Costs* costs, Count* totals,
                            const Profiles* profiles, gboolean by_line,
                            guint n_threads)
{
   Work work = {.profiles = profiles,
                .by_line  = by_line,
                .apart    = are_apart(profiles, n_threads),
                .n_events = costs->n_events,
                .costs    = costs,
                .totals   = totals};

   g_mutex_init(&work.lock);
   threads_run(n_threads, read_parts, &work);
   g_mutex_clear(&work.lock);
   if (work.profile) /* They gave up before they had read it. */
      close_profile(&work, work.profile);
   return !work.gave_up;
}
