/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gauges.c: reads levels of water from a log, and looks for their period. */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LEVELS = 7000, LINE = 5, LONGEST = 300, BUFFER = 16384 };

struct log {
   int           fd;
   int           line;
   ssize_t       size, at; // of what is in the buffer, and what of it comes next
   unsigned char buffer[BUFFER];
};

// Returns where the log can be read, which has lines such as "2380".
static int write_log(FILE* file)
{
   static char log[LEVELS][LINE];
   unsigned    random = 21;
   for (int i = 0; i < LEVELS; i++) {
      random = random * 1664525 + 1013904223;
      memcpy(log[i], "1000\n", LINE);
      log[i][0] += i / 50 % 3;
      log[i][1] += (random >> 12) % 10;
      log[i][2] += (random >> 8) % 10;
   }
   fwrite(log, sizeof log, 1, file);
   fflush(file);
   lseek(fileno(file), 0, SEEK_SET);
   return fileno(file);
}

// Returns the next character, or -1 at the end.
static int next_character(struct log* log)
{
   if (log->at == log->size) {
      log->size = read(log->fd, log->buffer, BUFFER);
      log->at = 0;
      if (log->size <= 0)
         return -1;
   }
   unsigned char c = log->buffer[log->at++];
   log->line += c == '\n';
   return c;
}

// Returns whether there was another level, in mm.
static int read_level(struct log* log, int* level)
{
   int c = next_character(log);
   for (*level = 0; c >= '0' && c <= '9'; c = next_character(log))
      *level = *level * 10 + c - '0';
   return c == '\n';
}

// After how many levels the water is most likely to be as high again.
static int period(const int* levels, int n)
{
   long best = 0;
   int  found = 0;
   for (int lag = 20; lag < LONGEST; lag++) {
      long alike = 0;
      for (int i = 0; i + LONGEST < n; i++)
         alike += levels[i] * (long)levels[i + lag];
      found = alike > best ? lag : found;
      best = alike > best ? alike : best;
   }
   return found;
}

int main(void)
{
   static int levels[LEVELS];
   FILE*      file = tmpfile();
   struct log log = {.fd = file ? write_log(file) : -1};
   int        level, n = 0;
   while (n < LEVELS && read_level(&log, &level))
      levels[n++] = level - 2500;
   printf("%d lines, %d levels, alike after %d\n", log.line, n, period(levels, n));
   if (file)
      fclose(file);
   return 0;
}
