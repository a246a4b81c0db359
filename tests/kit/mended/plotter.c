/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plotter.c: follows the commands for a plotter, and says how large the sheet is. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { COMMANDS = 50000, SCALES = 40 };
enum verb { NORTH, SOUTH, EAST, WEST, NORTH_EAST, SOUTH_WEST, RAISE, LOWER, VERBS };

struct command {
   uint8_t verb, amount;
};

struct plotter {
   int x, y, pen; // the height of the pen in 0.1 mm
   int left, right;
};

static struct command* load_sheet(int n)
{
   struct command* sheet = malloc(n * sizeof *sheet);
   uint32_t        random = 71;
   for (int i = 0; i < n; i++) {
      random = random * 1664525 + 1013904223;
      sheet[i] = (struct command){(random >> 13) % VERBS, random >> 27};
   }
   return sheet;
}

// What a verb moves.
static const struct {
   int8_t x, y, pen;
} moves[VERBS] = {
   [NORTH] = {0, 1, 0},      [SOUTH] = {0, -1, 0},       [EAST] = {1, 0, 0},
   [WEST] = {-1, 0, 0},      [NORTH_EAST] = {1, 1, 0},   [SOUTH_WEST] = {-1, -1, 0},
   [RAISE] = {0, 0, 1},      [LOWER] = {0, 0, -1},
};

static void obey(struct plotter* plotter, const struct command* sheet, int n, int scale)
{
   for (int i = 0; i < n; i++) {
      int amount = sheet[i].amount * scale;
      plotter->x += moves[sheet[i].verb].x * amount;
      plotter->y += moves[sheet[i].verb].y * amount;
      plotter->pen += moves[sheet[i].verb].pen * amount;
      plotter->left = plotter->x < plotter->left ? plotter->x : plotter->left;
      plotter->right = plotter->x > plotter->right ? plotter->x : plotter->right;
   }
}

int main(void)
{
   struct command* sheet = load_sheet(COMMANDS);
   for (int scale = 1; scale <= SCALES; scale++) {
      struct plotter plotter = {0};
      obey(&plotter, sheet, COMMANDS, scale);
      if (scale % 10 == 0)
         printf("scale %d: %d wide, ends at %d %d, pen at %d\n", scale,
                plotter.right - plotter.left, plotter.x, plotter.y, plotter.pen);
   }
   free(sheet);
   return 0;
}
