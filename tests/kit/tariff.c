/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tariff.c: the price of goods by a chain of rules, of which each changes what the
   rest of the chain says. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RULES = 160, GOODS = 15000 };
enum kind { DUTY, FREIGHT, REBATE, ROUND, INSURE, KINDS };

struct rule {
   const struct rule* rest;
   enum kind          kind;
   int                amount;
};

struct item {
   int value, grams;
};

static struct rule* add_rule(const struct rule* rest, enum kind kind, int amount)
{
   struct rule* rule = malloc(sizeof *rule);
   *rule = (struct rule){rest, kind, amount};
   return rule;
}

static long price(const struct rule* rule, const struct item* item)
{
   if (!rule)
      return item->value;
   switch (rule->kind) {
   case DUTY:
      return price(rule->rest, item) + rule->amount;
   case FREIGHT:
      return price(rule->rest, item) + (item->grams >> 8);
   case REBATE:
      return price(rule->rest, item) - rule->amount;
   case ROUND:
      return (price(rule->rest, item) | 3) - 3;
   default:
      return price(rule->rest, item) * 257 >> 8;
   }
}

int main(void)
{
   struct rule* rules = NULL;
   uint32_t     random = 6;
   long         sum = 0, dearest = 0;
   for (int i = 0; i < RULES; i++) {
      random = random * 1664525 + 1013904223;
      rules = add_rule(rules, (random >> 12) % KINDS, random >> 28);
   }
   for (int i = 0; i < GOODS; i++) {
      random = random * 1664525 + 1013904223;
      struct item item = {100 + (random >> 8) % 9000, 50 + (random >> 20) % 2000};
      long        cents = price(rules, &item);
      sum += cents;
      dearest = cents > dearest ? cents : dearest;
   }
   printf("%d goods: %ld on average, %ld at most\n", GOODS, sum / GOODS, dearest);
   while (rules) {
      struct rule* rest = (struct rule*)rules->rest;
      free(rules);
      rules = rest;
   }
   return 0;
}
