/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regions.c: see regions.h.

   The address space is divided into regions of one variable each.  They are the
   nodes of a treap (C. R. Aragon and R. G. Seidel, "Randomized search trees",
   FOCS 1989): a binary tree in the order of their first addresses, in which no
   child has a higher priority than its parent.  Priorities are random, so the
   depth is O(log n) in whatever order the regions come. */

#include "lib/hash.h"
#include "trace/regions.h"

typedef struct Region {
   struct Region* left;
   struct Region* right;
   guint64        start; /* it ends where the next region starts */
   guint          variable;
   guint32        priority;
} Region;

struct Regions {
   Region* root; /* the first region begins at address 0 */
   guint32 random;
   guint64 version; /* from 1; another one after each change */
};

static Region* new_region(Regions* regions, guint64 start, guint variable)
{
   Region* s = g_new(Region, 1);

   /* xorshift32: G. Marsaglia, "Xorshift RNGs", J. Stat. Softw. 8(14), 2003. */
   regions->random ^= regions->random << 13;
   regions->random ^= regions->random >> 17;
   regions->random ^= regions->random << 5;
   *s = (Region){
      .start = start, .variable = variable, .priority = regions->random};
   return s;
}

Regions* regions_new(guint variable)
{
   Regions* regions = g_new(Regions, 1);

   /* Nobody can foresee the priorities: whoever could would choose regions that
      make a list of the tree. */
   *regions      = (Regions){.random = hash_text("regions") | 1, .version = 1};
   regions->root = new_region(regions, 0, variable);
   return regions;
}

/* Divide the tree of `s' into the regions that begin before `address' and the
   rest. */
static void split_regions(Region* s, guint64 address, Region** before,
                          Region** after)
{
   if (!s) {
      *before = *after = NULL;
   } else if (s->start < address) {
      *before = s;
      split_regions(s->right, address, &s->right, after);
   } else {
      *after = s;
      split_regions(s->left, address, before, &s->left);
   }
}

/* One tree of two; all regions of `before' lie before those of `after'. */
static Region* join_regions(Region* before, Region* after)
{
   if (!before || !after)
      return before ? before : after;
   if (before->priority >= after->priority) {
      before->right = join_regions(before->right, after);
      return before;
   }
   after->left = join_regions(before, after->left);
   return after;
}

/* Whether the first region of the tree begins at `address'. */
static gboolean begins_at(const Region* s, guint64 address)
{
   while (s && s->left)
      s = s->left;
   return s && s->start == address;
}

static void free_all(Region* s)
{
   if (!s)
      return;
   free_all(s->left);
   free_all(s->right);
   g_free(s);
}

guint regions_around(const Regions* regions, guint64 address, guint64* first,
                     guint64* last)
{
   guint variable = 0;

   *first = 0;
   *last  = G_MAXUINT64;
   for (const Region* s = regions->root; s;)
      if (s->start <= address) {
         variable = s->variable;
         *first   = s->start;
         s        = s->right;
      } else {
         *last = s->start - 1;
         s     = s->left;
      }
   return variable;
}

guint regions_variable(const Regions* regions, guint64 address)
{
   guint64 first, last;

   return regions_around(regions, address, &first, &last);
}

guint regions_variable_again(const Regions* regions, guint64 address,
                             RegionFound* found)
{
   if (found->version != regions->version || address < found->first
       || address > found->last) {
      found->variable =
         regions_around(regions, address, &found->first, &found->last);
      found->version = regions->version;
   }
   return found->variable;
}

void regions_set(Regions* regions, guint64 start, guint64 size, guint variable)
{
   Region * before, *covered, *after = NULL;
   guint64  end            = start + size;
   gboolean to_the_end     = size > G_MAXUINT64 - start;
   guint    variable_after = to_the_end ? 0 : regions_variable(regions, end);

   regions->version++;
   split_regions(regions->root, start, &before, &covered);
   if (!to_the_end) {
      split_regions(covered, end, &covered, &after);
      if (!begins_at(after, end))
         after = join_regions(new_region(regions, end, variable_after), after);
   }
   free_all(covered);
   regions->root = join_regions(
      join_regions(before, new_region(regions, start, variable)), after);
}

void regions_free(Regions* regions)
{
   free_all(regions->root);
   g_free(regions);
}
