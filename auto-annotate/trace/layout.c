/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout.c: see layout.h. */

#include "trace/layout.h"

#include <string.h>

#include "lib/hash.h"
#include "trace/regions.h"

#define FAR       ((Addr)1 << 47)
#define FAR_SMALL (FAR + FAR / 2)
#define CONGRUENT ((guint64)16 << 20)
#define SMALL     4096 /* bytes: a smaller block shares its page with others */
#define HEADER    16   /* bytes between two blocks that were no neighbours */

/* A region of a moved variable, and where each trial has it. */
typedef struct {
   guint   variable; /* number of a Mover */
   Addr    start;
   guint64 size;
   Addr    base[]; /* by trial; of other variables' trials: `start' */
} Placed;

/* A reference of the batch that moves. */
typedef struct {
   guint         item; /* of the batch */
   const Placed* placed;
} Moving;

/* A variable that some trials move. */
typedef struct {
   const char* name;
   GHashTable* placed; /* Placed, by `start' */
   GArray*     moving; /* of Moving, room for all items of a batch */
   guint       n_moving;
} Mover;

typedef struct {
   const Move* move;
   guint       variable; /* number of its Mover */
   Addr        next_large, next_small, last_end;
} Trial;

typedef struct {
   UInt        size;
   RefKind     kind;
   RegionFound found;
} MovableRef;

typedef struct {
   guint      n;
   MovableRef refs[];
} MovableRefs;

struct Layout {
   guint         n_trials;
   Trial         trials[LAYOUT_MAX_TRIALS];
   GArray*       movers;  /* of Mover */
   Regions*      regions; /* the variable is a position in `placed' */
   GPtrArray*    placed;  /* of Placed; the first is NULL, for all that stays */
   GPtrArray*    segments; /* of MovableRefs */
   const Placed* last;     /* the region that was set last */
   Addr          last_start;
   GArray*       refs;  /* of LayoutRef */
   GArray*       moved; /* of Addr */
};

static Mover* mover(const Layout* l, guint i)
{
   return &g_array_index(l->movers, Mover, i);
}

/* Returns the number of the variable among those that move, or how many these
   are. */
static guint find_mover(const Layout* l, const char* name)
{
   guint i = 0;

   while (i < l->movers->len && strcmp(mover(l, i)->name, name) != 0)
      i++;
   return i;
}

static void add_trial(Layout* l, const Move* move)
{
   guint i = find_mover(l, move->variable);

   if (i == l->movers->len) {
      Mover new = {
         .name   = move->variable,
         .placed = g_hash_table_new(hash_number, g_int64_equal),
         .moving = g_array_new(FALSE, FALSE, sizeof(Moving)),
      };
      g_array_append_val(l->movers, new);
   }
   l->trials[l->n_trials++] =
      (Trial){.move = move, .variable = i, .next_large = FAR};
}

Layout* layout_new(const GPtrArray* moves)
{
   Layout* l = g_new0(Layout, 1);

   l->movers   = g_array_new(FALSE, FALSE, sizeof(Mover));
   l->regions  = regions_new(0);
   l->placed   = g_ptr_array_new_with_free_func(g_free);
   l->segments = g_ptr_array_new_with_free_func(g_free);
   l->refs     = g_array_new(FALSE, FALSE, sizeof(LayoutRef));
   l->moved    = g_array_new(FALSE, FALSE, sizeof(Addr));
   g_ptr_array_add(l->placed, NULL);
   for (guint i = 0; i < moves->len; i++)
      add_trial(l, moves->pdata[i]);
   return l;
}

void layout_free(Layout* l)
{
   for (guint i = 0; i < l->movers->len; i++) {
      g_hash_table_destroy(mover(l, i)->placed);
      g_array_free(mover(l, i)->moving, TRUE);
   }
   g_array_free(l->movers, TRUE);
   regions_free(l->regions);
   g_ptr_array_free(l->placed, TRUE);
   g_ptr_array_free(l->segments, TRUE);
   g_array_free(l->refs, TRUE);
   g_array_free(l->moved, TRUE);
   g_free(l);
}

void layout_segment(Layout* l, const ReplayRef refs[], guint n_refs)
{
   MovableRefs* list = g_malloc0(sizeof *list + n_refs * sizeof list->refs[0]);

   list->n = n_refs;
   for (guint i = 0; i < n_refs; i++)
      list->refs[i] = (MovableRef){.size = refs[i].size, .kind = refs[i].kind};
   g_ptr_array_add(l->segments, list);
}

/*------------------------------------------------------------*/
/*--- Places                                               ---*/
/*------------------------------------------------------------*/

static Addr round_up(Addr addr, guint64 boundary)
{
   return (addr + boundary - 1) & -boundary;
}

static guint64 moved_size(const Move* move, guint64 size)
{
   return move_offset(move, size - 1) + 1;
}

static gboolean grows(const Move* move)
{
   return move->pad > 0 || move->kind == MOVE_ALIGN;
}

static gboolean stays(const Move* move, Addr start)
{
   return move->pad == 0 && move->kind != MOVE_HUGE
          && (move->kind == MOVE_ALIGN ? start % move->number == 0
                                       : move->number == 0);
}

/* Returns the place of a small block: after the one before it. */
static Addr place_small(Trial* t, Addr start, guint64 size)
{
   gboolean are_neighbours =
      start >= t->last_end && start - t->last_end < SMALL;
   guint64 gap = are_neighbours ? start - t->last_end : HEADER;
   Addr    after =
      t->next_small > 0 ? t->next_small + gap : FAR_SMALL + start % CONGRUENT;
   Addr base = round_up(after, move_boundary(t->move));

   t->next_small = base + moved_size(t->move, size);
   t->last_end   = start + size;
   return base;
}

static Addr place_large(Trial* t, Addr start, guint64 size)
{
   Addr base =
      round_up(t->next_large + start % CONGRUENT, move_boundary(t->move));

   t->next_large = round_up(base + moved_size(t->move, size), CONGRUENT);
   return base;
}

static Addr place(Trial* t, Addr start, guint64 size)
{
   if (stays(t->move, start))
      return start;
   if (!grows(t->move))
      return FAR + start + t->move->number;
   return size < SMALL ? place_small(t, start, size)
                       : place_large(t, start, size);
}

static Placed* new_placed(Layout* l, guint variable, Addr start, guint64 size)
{
   Placed* p = g_malloc(sizeof *p + l->n_trials * sizeof p->base[0]);

   *p = (Placed){.variable = variable, .start = start, .size = size};
   for (guint i = 0; i < l->n_trials; i++)
      p->base[i] = l->trials[i].variable == variable
                      ? place(&l->trials[i], start, size)
                      : start;
   return p;
}

/* Returns the position of the place that a region had before, if it is large
   enough, or of a new one. */
static guint find_place(Layout* l, guint variable, Addr start, guint64 size)
{
   GHashTable* places = mover(l, variable)->placed;
   guint       at     = GPOINTER_TO_UINT(g_hash_table_lookup(places, &start));

   if (at > 0 && ((Placed*)l->placed->pdata[at])->size >= size)
      return at;
   Placed* p = new_placed(l, variable, start, size);

   at = l->placed->len;
   g_ptr_array_add(l->placed, p);
   g_hash_table_replace(places, &p->start, GUINT_TO_POINTER(at));
   return at;
}

void layout_region(Layout* l, Addr start, guint64 size, const char* variable)
{
   guint i  = find_mover(l, variable);
   guint at = i < l->movers->len ? find_place(l, i, start, size) : 0;

   regions_set(l->regions, start, size, at);
   l->last       = l->placed->pdata[at];
   l->last_start = start;
}

Addr layout_last_region(const Layout* l, guint trial, guint64* size,
                        gboolean* is_huge)
{
   const Trial* t = &l->trials[trial];

   if (!l->last || t->variable != l->last->variable)
      return l->last_start;
   *size    = moved_size(t->move, *size);
   *is_huge = t->move->kind == MOVE_HUGE;
   return l->last->base[trial];
}

/*------------------------------------------------------------*/
/*--- Batches                                              ---*/
/*------------------------------------------------------------*/

static void add_moving(Layout* l, guint item, guint at)
{
   const Placed* placed = l->placed->pdata[at];
   Mover*        m      = mover(l, placed->variable);

   g_array_index(m->moving, Moving, m->n_moving++) = (Moving){item, placed};
}

const LayoutRef* layout_find(Layout* l, const Addr* batch, const Addr* end,
                             guint* n)
{
   *n = 0;
   g_array_set_size(l->refs, end - batch);
   LayoutRef* found = (LayoutRef*)(void*)l->refs->data;

   for (guint i = 0; i < l->movers->len; i++) {
      mover(l, i)->n_moving = 0;
      g_array_set_size(mover(l, i)->moving, end - batch);
   }
   for (const Addr* item = batch; item < end;) {
      MovableRefs* list = l->segments->pdata[*item++];

      for (guint i = 0; i < list->n; i++, item++) {
         MovableRef* ref = &list->refs[i];
         guint at = regions_variable_again(l->regions, *item, &ref->found);

         found[(*n)++] = (LayoutRef){item - batch, ref->size, ref->kind};
         if (at > 0)
            add_moving(l, item - batch, at);
      }
   }
   return found;
}

const Addr* layout_moved(Layout* l, guint trial, const Addr* batch,
                         const Addr* end)
{
   const Trial* t   = &l->trials[trial];
   const Mover* its = mover(l, t->variable);

   g_array_set_size(l->moved, end - batch);
   Addr* moved = (Addr*)(void*)l->moved->data;

   memcpy(moved, batch, (end - batch) * sizeof *batch);
   for (guint i = 0; i < its->n_moving; i++) {
      const Moving* m = &g_array_index(its->moving, Moving, i);

      moved[m->item] =
         m->placed->base[trial]
         + move_offset(t->move, batch[m->item] - m->placed->start);
   }
   return moved;
}
