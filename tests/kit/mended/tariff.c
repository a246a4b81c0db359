/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tariff.c: the price of goods by a chain of rules, of which each changes what the
   rest of the chain says. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RULES = 160, GOODS = 15000 };
enum kind { DUTY, FREIGHT, REBATE, ROUND, INSURE, KINDS };

struct rule {
   enum kind kind;
   int       amount;
};

struct item {
   int value, grams;
};

// The rules are in the order in which they change the price.
static long price(const struct rule* rule, int rules, const struct item* item)
{
   long price = item->value;
   for (const struct rule* end = rule + rules; rule < end; rule++)
      switch (rule->kind) {
      case DUTY:
         price += rule->amount;
         break;
      case FREIGHT:
         price += item->grams >> 8;
         break;
      case REBATE:
         price -= rule->amount;
         break;
      case ROUND:
         price = (price | 3) - 3;
         break;
      default:
         price = price * 257 >> 8;
      }
   return price;
}

int main(void)
{
   struct rule rules[RULES];
   uint32_t    random = 6;
   long        sum = 0, dearest = 0;
   for (int i = 0; i < RULES; i++) {
      random = random * 1664525 + 1013904223;
      rules[i] = (struct rule){(random >> 12) % KINDS, random >> 28};
   }
   for (int i = 0; i < GOODS; i++) {
      random = random * 1664525 + 1013904223;
      struct item item = {100 + (random >> 8) % 9000, 50 + (random >> 20) % 2000};
      long        cents = price(rules, RULES, &item);
      sum += cents;
      dearest = cents > dearest ? cents : dearest;
   }
   printf("%d goods: %ld on average, %ld at most\n", GOODS, sum / GOODS, dearest);

   return 0;
}
