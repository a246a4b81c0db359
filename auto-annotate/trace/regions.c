/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regions.c: see regions.h.

   The address space is cut into stretches of one variable each.  They are the
   nodes of a treap (C. R. Aragon and R. G. Seidel, "Randomized search trees",
   FOCS 1989): a binary tree in the order of their first addresses, in which no
   child has a higher priority than its parent.  Priorities are random, so the
   depth is O(log n) whatever order the regions come in. */

#include "trace/regions.h"

typedef struct Stretch {
   struct Stretch* left;
   struct Stretch* right;
   guint64         start; /* up to the start of the next */
   guint           variable;
   guint32         priority;
} Stretch;

struct Regions {
   Stretch* root; /* the first of all begins at address 0 */
   guint32  random;
};

static Stretch* new_stretch(Regions* regions, guint64 start, guint variable)
{
   Stretch* s = g_new(Stretch, 1);

   /* xorshift32: G. Marsaglia, "Xorshift RNGs", J. Stat. Softw. 8(14), 2003. */
   regions->random ^= regions->random << 13;
   regions->random ^= regions->random >> 17;
   regions->random ^= regions->random << 5;
   *s = (Stretch){
      .start = start, .variable = variable, .priority = regions->random};
   return s;
}

Regions* regions_new(guint variable)
{
   Regions* regions = g_new(Regions, 1);

   *regions      = (Regions){.random = 1};
   regions->root = new_stretch(regions, 0, variable);
   return regions;
}

/* What begins before `address', and the rest. */
static void split(Stretch* s, guint64 address, Stretch** before,
                  Stretch** behind)
{
   if (!s) {
      *before = *behind = NULL;
   } else if (s->start < address) {
      *before = s;
      split(s->right, address, &s->right, behind);
   } else {
      *behind = s;
      split(s->left, address, before, &s->left);
   }
}

/* Both in one, `behind' lying behind `before'. */
static Stretch* join(Stretch* before, Stretch* behind)
{
   if (!before || !behind)
      return before ? before : behind;
   if (before->priority >= behind->priority) {
      before->right = join(before->right, behind);
      return before;
   }
   behind->left = join(before, behind->left);
   return behind;
}

/* Whether the first of all does. */
static gboolean begins_at(const Stretch* s, guint64 address)
{
   while (s && s->left)
      s = s->left;
   return s && s->start == address;
}

static void free_all(Stretch* s)
{
   if (!s)
      return;
   free_all(s->left);
   free_all(s->right);
   g_free(s);
}

guint regions_variable(const Regions* regions, guint64 address)
{
   guint variable = 0;

   for (const Stretch* s = regions->root; s;)
      if (s->start <= address) {
         variable = s->variable;
         s        = s->right;
      } else {
         s = s->left;
      }
   return variable;
}

void regions_set(Regions* regions, guint64 start, guint64 size, guint variable)
{
   Stretch *before, *covered, *behind = NULL;
   guint64  end             = start + size;
   gboolean to_the_end      = size > G_MAXUINT64 - start;
   guint    variable_behind = to_the_end ? 0 : regions_variable(regions, end);

   split(regions->root, start, &before, &covered);
   if (!to_the_end) {
      split(covered, end, &covered, &behind);
      if (!begins_at(behind, end))
         behind = join(new_stretch(regions, end, variable_behind), behind);
   }
   free_all(covered);
   regions->root =
      join(join(before, new_stretch(regions, start, variable)), behind);
}

void regions_free(Regions* regions)
{
   free_all(regions->root);
   g_free(regions);
}
