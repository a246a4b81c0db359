/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sharing.c: finds candidates for false sharing; see cg_sharing.h. */

#include "conflicts/cg_sharing.h"

#define PARTS 64 /* of a line: the bits of LineWriter.bytes */

Sharing* cg_sharing_new(UInt line_size, void* (*alloc)(SizeT n_bytes))
{
   Sharing* s = alloc(sizeof *s);

   s->line_size = line_size;
   s->part_size = line_size > PARTS ? line_size / PARTS : 1;
   s->lines     = alloc(CG_SHARING_SETS * CG_SHARING_WAYS * sizeof *s->lines);
   s->groups    = alloc(CG_SHARING_GROUPS * sizeof *s->groups);
   return s;
}

/*------------------------------------------------------------*/
/*--- Candidates                                           ---*/
/*------------------------------------------------------------*/

/* Whether another thread wrote the line, too, but none of the bytes that `w'
   wrote. */
static Bool is_apart(const WrittenLine* l, const LineWriter* w)
{
   if (w->writes < CG_SHARING_MIN_WRITES)
      return False;
   for (UInt i = 0; i < l->n_writers; i++) {
      const LineWriter* other = &l->writer[i];

      if (other->thread != w->thread && (other->bytes & w->bytes) == 0
          && other->writes >= CG_SHARING_MIN_WRITES)
         return True;
   }
   return False;
}

static Bool comes_before(const SharedGroup* g, UInt i, const LineWriter* w)
{
   return g->thread[i] != w->thread ? g->thread[i] < w->thread
                                    : g->variable[i] < w->variable;
}

/* Insert a writer, in the order of threads and variables. */
static void add_writer(SharedGroup* g, const LineWriter* w)
{
   UInt i = g->n_writers++;

   for (; i > 0 && !comes_before(g, i - 1, w); i--) {
      g->thread[i]   = g->thread[i - 1];
      g->variable[i] = g->variable[i - 1];
   }
   g->thread[i]   = w->thread;
   g->variable[i] = w->variable;
   g->writes += w->writes;
}

/* The group of `l' alone.  It has no writers if `l' is no candidate. */
static SharedGroup group_of(const WrittenLine* l)
{
   SharedGroup g = {.n_lines = 1};

   for (UInt i = 0; i < l->n_writers; i++)
      if (is_apart(l, &l->writer[i]))
         add_writer(&g, &l->writer[i]);
   return g;
}

static Bool same_writers(const SharedGroup* a, const SharedGroup* b)
{
   if (a->n_writers != b->n_writers)
      return False;
   for (UInt i = 0; i < a->n_writers; i++)
      if (a->thread[i] != b->thread[i] || a->variable[i] != b->variable[i])
         return False;
   return True;
}

/* Add the group of `l' to `groups', which has `n'.  Returns how many it has
   then. */
static UInt add_group(SharedGroup groups[], UInt n, const WrittenLine* l)
{
   SharedGroup g = group_of(l);

   if (g.n_writers == 0)
      return n;
   for (UInt i = 0; i < n; i++) {
      if (same_writers(&groups[i], &g)) {
         groups[i].n_lines++;
         groups[i].writes += g.writes;
         return n;
      }
   }
   if (n < CG_SHARING_GROUPS)
      groups[n++] = g;
   return n;
}

UInt cg_sharing_candidates(const Sharing* s, SharedGroup groups[])
{
   UInt n = s->n_groups;

   for (UInt i = 0; i < n; i++)
      groups[i] = s->groups[i];
   for (UInt i = 0; i < CG_SHARING_SETS * CG_SHARING_WAYS; i++)
      n = add_group(groups, n, &s->lines[i]);
   return n;
}

/* Forget a line, but not that it is a candidate. */
static void forget_line(Sharing* s, WrittenLine* l)
{
   s->n_groups  = add_group(s->groups, s->n_groups, l);
   l->writes    = 0;
   l->n_writers = 0;
}

/*------------------------------------------------------------*/
/*--- Writes                                               ---*/
/*------------------------------------------------------------*/

static inline Addr shared_line(const Sharing* s, Addr addr)
{
   return addr & ~(Addr)(s->line_size - 1);
}

static inline WrittenLine* written_set(const Sharing* s, Addr line)
{
   return &s->lines[line / s->line_size % CG_SHARING_SETS * CG_SHARING_WAYS];
}

static inline WrittenLine* find_line(const Sharing* s, Addr line)
{
   WrittenLine* set = written_set(s, line);

   for (UInt i = 0; i < CG_SHARING_WAYS; i++)
      if (set[i].line == line && set[i].writes > 0)
         return &set[i];
   return NULL;
}

/* The line takes the place of the one in its set that was written least. */
static WrittenLine* new_line(Sharing* s, Addr line)
{
   WrittenLine* set   = written_set(s, line);
   WrittenLine* least = set;

   for (UInt i = 1; i < CG_SHARING_WAYS; i++)
      if (set[i].writes < least->writes)
         least = &set[i];
   forget_line(s, least);
   least->line = line;
   least->last = 0;
   return least;
}

/* The parts of a line from `first' to `last', offsets in bytes, as bits. */
static inline ULong parts(const Sharing* s, UInt first, UInt last)
{
   UInt n = last / s->part_size - first / s->part_size + 1;

   return (n == PARTS ? ~0ULL : (1ULL << n) - 1) << first / s->part_size;
}

/* The writer's entry.  If there are too many writers, it takes the place of the
   one that wrote least, unless that counts already: then it is NULL. */
static LineWriter* writer_in(WrittenLine* l, UInt thread, UInt variable)
{
   UInt least = 0;

   for (UInt i = 0; i < l->n_writers; i++) {
      if (l->writer[i].thread == thread && l->writer[i].variable == variable) {
         l->last = i;
         return &l->writer[i];
      }
      if (l->writer[i].writes < l->writer[least].writes)
         least = i;
   }
   if (l->n_writers < CG_SHARING_WRITERS)
      least = l->n_writers++;
   else if (l->writer[least].writes >= CG_SHARING_MIN_WRITES)
      return NULL;
   l->writer[least] = (LineWriter){.thread = thread, .variable = variable};
   l->last          = least;
   return &l->writer[least];
}

static void write_in_line(Sharing* s, UInt thread, Addr addr, Addr last,
                          UInt variable)
{
   Addr         line = shared_line(s, addr);
   WrittenLine* l    = find_line(s, line);
   LineWriter*  w;

   if (!l)
      l = new_line(s, line);
   l->writes++;
   if (!(w = writer_in(l, thread, variable)))
      return;
   w->writes++;
   w->bytes |= parts(s, addr - line, last - line);
}

void cg_sharing_write(Sharing* s, UInt thread, Addr addr, UInt size,
                      UInt variable)
{
   Addr last      = addr + size - 1;
   Addr last_line = shared_line(s, last);

   if (shared_line(s, addr) == last_line) {
      write_in_line(s, thread, addr, last, variable);
   } else {
      write_in_line(s, thread, addr, last_line - 1, variable);
      write_in_line(s, thread, last_line, last, variable);
   }
}

Bool cg_sharing_write_again(Sharing* s, UInt thread, Addr addr, UInt size)
{
   Addr         line = shared_line(s, addr);
   WrittenLine* l    = find_line(s, line);
   Addr         last = addr + size - 1;
   LineWriter*  w;

   if (!l || shared_line(s, last) != line || l->n_writers == 0)
      return False;
   w = &l->writer[l->last];
   if (w->thread != thread || (parts(s, addr - line, last - line) & ~w->bytes))
      return False;
   l->writes++;
   w->writes++;
   return True;
}

/*------------------------------------------------------------*/
/*--- New owners                                           ---*/
/*------------------------------------------------------------*/

/* Forget the writers of these bytes, given as bits.  If the line is a
   candidate, that was seen while the old owner had it, and all of it is
   forgotten. */
static void forget_writers(Sharing* s, WrittenLine* l, ULong bytes)
{
   UInt n = 0;

   if (group_of(l).n_writers > 0) {
      forget_line(s, l);
      return;
   }
   for (UInt i = 0; i < l->n_writers; i++)
      if ((l->writer[i].bytes & bytes) == 0)
         l->writer[n++] = l->writer[i];
   l->n_writers = n;
   l->last      = 0;
}

void cg_sharing_new_owner(Sharing* s, Addr start, SizeT size)
{
   Addr  last = size - 1 > ~start ? ~(Addr)0 : start + (size - 1);
   UWord n    = shared_line(s, last) / s->line_size - start / s->line_size + 1;
   UWord max  = CG_SHARING_SETS * CG_SHARING_WAYS;

   /* A range that is larger than the table: the table is searched, not the
      range. */
   for (UWord i = 0; i < (n < max ? n : max); i++) {
      Addr         line = shared_line(s, start) + i * s->line_size;
      WrittenLine* l    = n < max ? find_line(s, line) : &s->lines[i];

      if (!l || l->writes == 0 || l->line > last
          || l->line + (s->line_size - 1) < start)
         continue;
      UInt from = l->line < start ? start - l->line : 0;
      UInt to =
         last - l->line < s->line_size ? last - l->line : s->line_size - 1;
      forget_writers(s, l, parts(s, from, to));
   }
}
