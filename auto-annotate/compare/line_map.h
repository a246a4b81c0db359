/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_map.h: what the lines of a file became in a later version of it.

      before   after
      1 ------- 1      the same line
           ,--- 2      a new one: no line of `before' leads to it
      2 --'---- 3
      3 --x            a line that was removed: leads to 0
      4 ------- 4      a line that was changed: leads to the one in its place
      5 ---.    5
      6 --. '-- 6      a line that was moved is found by its text
           '--- 7

   Lines that differ in white space only are the same. */

#ifndef LINE_MAP_H
#define LINE_MAP_H

#include <glib.h>

typedef struct LineMap LineMap;

/* Of a removed line, so many bytes are kept. */
#define LINE_MAP_MAX_TEXT 65536

/* Returns the map from one text to another.  Both are the map's from then on.
   `room' is that of hunks_find(), to which it adds what the texts explain. */
LineMap* line_map_new(char* before, char* after, gint64* room);

/* Whether two texts have the same lines. */
gboolean line_map_are_same(const char* before, const char* after);

/* Returns the number of the line after, or 0 if it was removed.  Line 0, which
   stands for no line, remains so. */
guint64 line_map_line(const LineMap* map, guint64 line);

/* A line that was removed. */
typedef struct {
   guint64 number; /* in the version before */
   guint64 after;  /* the line of the later version after which it would stand;
                      0: before the first */
   char* text;     /* NULL: it may not be shown */
} LineMapRemoved;

/* Returns TRUE and sets *removed if a line was removed, otherwise FALSE.  The
   text is the map's. */
gboolean line_map_removed(const LineMap* map, guint64 line,
                          LineMapRemoved* removed);

/* Returns what a line that was changed said before, or NULL if it is the same,
   was moved or was removed.  The text is the map's. */
const char* line_map_old_text(const LineMap* map, guint64 line);

/* Returns how many bytes both texts had. */
gsize line_map_bytes(const LineMap* map);

/* Returns how many bytes the map keeps. */
gsize line_map_kept_bytes(const LineMap* map);

void line_map_free(LineMap* map);

#endif
