/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variables.h: refer to variables of every kind, a known number of times.

   A comment `refs: KIND NAME N' says that the variable NAME, declared - or if
   NAME is heap, allocated - on the line of the comment, is referred to N times
   in all; N+ is: at least so often.  KIND is `static', `local', `heap', or `symbol'
   for a static one in a function, of which the symbol is all that is known.
   check_variables compares that with a trace.  All that is counted is volatile,
   so the compiler neither adds nor saves a reference. */

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "noipa.h"

typedef volatile int Int;

typedef struct {
   Int value[100];
} Big;

struct node {
   volatile int          key;
   struct node *volatile next;
};

/* No copies either: their variables have no names. */
#define NOINLINE NOIPA

#ifdef __i386__
#define LIBRARY "./variables_lib_32"
#else
#define LIBRARY "./variables_lib"
#endif

Int global[1000]; /* refs: static global 4000 */
Int a_name_that_is_longer_than_what_fits[1000]; /* refs: static a_name_that_is_longer_than_what_fits 1000 */
static Int file_static[1000]; /* refs: static file_static 1000 */
static Int one, other; /* refs: static one 10; refs: static other 20 */

NOINLINE static int sum(Int *p, int n)
{
   int s = 0;
   for (int i = 0; i < n; i++)
      s += p[i];
   return s;
}

NOINLINE static void fill(Int *p, int n)
{
   for (int i = 0; i < n; i++)
      p[i] = i;
}

NOINLINE static void use_statics(void)
{
   static Int in_function[500]; /* refs: symbol in_function 500 */

   fill(in_function, 500);
   fill(global, 1000);
   fill(a_name_that_is_longer_than_what_fits, 1000);
   fill(file_static, 1000);
   for (int i = 0; i < 10; i++) {
      one = i;
      other = i;
      other = -i;
   }
   for (int i = 0; i < 3; i++)
      sum(global, 1000);
}

/* The last reference is in the code that takes the frame away. */
NOINLINE static int own(int k)
{
   Int mine[1000]; /* refs: local mine 2002 */

   for (int i = 0; i < 1000; i++)
      mine[i] = k;
   return mine[k];
}

NOINLINE static int deep(Int *p, int n, int levels)
{
   int s = levels > 0 ? deep(p, n, levels - 1) : sum(p, n);
   return s ^ levels;
}

/* What is referred to by functions that are called. */
NOINLINE static int passed(void)
{
   Int near_by[1000]; /* refs: local near_by 4000 */
   Int a_local_with_a_name_of_more_than_15[500]; /* refs: local a_local_with_a_name_of_more_than_15 500 */

   fill(near_by, 1000);
   fill(a_local_with_a_name_of_more_than_15, 500);
   return sum(near_by, 1000) + deep(near_by, 1000, 5) + deep(near_by, 1000, 30);
}

/* Variables that have the same memory one after the other. */
NOINLINE static int scopes(int n)
{
   int s = 0;

   for (int k = 0; k < 2; k++) {
      {
         Int first[1000]; /* refs: local first 4000 */
         for (int i = 0; i < 1000; i++)
            first[i] = n;
         s += sum(first, 1000);
      }
      {
         Int second[1000]; /* refs: local second 4000 */
         for (int i = 0; i < 1000; i++)
            second[i] = n;
         s += sum(second, 1000);
      }
   }
   return s;
}

/* Frames that have the same memory one after the other. */
NOINLINE static int left(void)
{
   Int in_left[1000]; /* refs: local in_left 6000 */

   fill(in_left, 1000);
   return sum(in_left, 1000) + sum(in_left, 1000);
}

NOINLINE static int right(void)
{
   Int in_right[1000]; /* refs: local in_right 3000 */

   fill(in_right, 1000);
   return sum(in_right, 1000) + sum(in_right, 1000);
}

NOINLINE static int recursive(Int *above, int levels)
{
   Int level[100]; /* refs: local level 2900 */

   fill(level, 100);
   if (above)
      sum(above, 100);
   if (levels > 0)
      recursive(level, levels - 1);
   return sum(level, 100);
}

/* Blocks that have the same memory one after the other, and ones that move. */
NOINLINE static void use_heap(void)
{
   for (int k = 0; k < 3; k++) {
      Int *a = malloc(4000); /* refs: heap heap 6000 */
      fill(a, 1000);
      sum(a, 1000);
      free((void *)a);

      Int *b = malloc(4000); /* refs: heap heap 3000 */
      fill(b, 1000);
      free((void *)b);
   }

   struct node *nodes =
      malloc(100 * sizeof *nodes); /* refs: heap heap 300 */
   for (int i = 0; i < 100; i++) {
      nodes[i].key = i;
      nodes[i].next = &nodes[(i + 7) % 100];
   }
   struct node *n = nodes;
   for (int i = 0; i < 100; i++)
      n = n->next;
   free(nodes);

   Int *small = calloc(500, sizeof(int)); /* refs: heap heap 501 */
   fill(small, 500);
   Int *block = malloc(400); /* refs: heap heap 100+ */
   fill(block, 100);
   block = realloc((void *)block, 4000); /* refs: heap heap 1001+ */
   fill(block, 1000);
   block = reallocarray((void *)block, 1000, 4000); /* refs: heap heap 10000 */
   fill(block, 10000);
   sum(small, 1);
   free((void *)block);
   free((void *)small);

   void *aligned;
   if (posix_memalign(&aligned, 4096, 4000) == 0) /* refs: heap heap 1000 */
      fill(aligned, 1000);
   free(aligned);
   free(NULL);
}

static volatile int started, done;

/* Another thread's frames can be found while it runs code with unwinding
   information, which the start of a thread is not. */
static void *thread(void *of_creator)
{
   Int of_thread[1000]; /* refs: local of_thread 2000 */

   while (!started)
      sched_yield();
   fill(of_thread, 1000);
   sum(of_creator, 1000);
   sum(of_thread, 1000);
   done = 1;
   return NULL;
}

NOINLINE static void use_thread(void)
{
   Int       shared[1000]; /* refs: local shared 2000 */
   pthread_t id;

   fill(shared, 1000);
   if (pthread_create(&id, NULL, thread, (void *)shared) != 0)
      exit(1);
   started = 1;
   while (!done)
      sched_yield();
   pthread_join(id, NULL);
}

NOINLINE static int by_value(Big big) /* refs: local big 100+ */
{
   return sum(big.value, 100);
}

NOINLINE static int use_library(void)
{
   void *library = dlopen(LIBRARY, RTLD_NOW);
   Int  *table = library ? (Int *)dlsym(library, "library_table") : NULL;

   if (!table)
      return 1;
   fill(table, 1000);
   return dlclose(library);
}

int main(void)
{
   static Big big;

   use_statics();
   own(3);
   own(4);
   passed();
   scopes(1);
   left();
   right();
   left();
   recursive(NULL, 9);
   use_heap();
   use_thread();
   by_value(big);
   return use_library() || use_library();
}
