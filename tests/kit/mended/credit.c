/* SPDX-License-Identifier: GPL-2.0-or-later */
/* credit.c: which accounts of a bank break one of its rules. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 60, WEEKS = 1100, REMEMBERED = 208 };

struct account {
   int  number;
   int  limit;
   long balance;
   char owner[40];
   long turnover[REMEMBERED];
};

typedef int rule(const struct account* account, int week);

static int overdrawn(const struct account* account, int week)
{
   return account->balance + account->turnover[week] < -account->limit;
}

static int dormant(const struct account* account, int week)
{
   int quiet = 0;
   for (int w = week; w < week + 8; w++)
      quiet += account->turnover[w % REMEMBERED] == 0;
   return quiet > 5;
}

static int erratic(const struct account* account, int week)
{
   long change = account->turnover[week] - account->turnover[(week + 1) % REMEMBERED];
   return labs(change) > 15 * (long)account->limit;
}

static rule* const rules[] = {overdrawn, dormant, erratic};

static struct account* open_accounts(int n)
{
   struct account* accounts = calloc(n, sizeof *accounts);
   uint32_t        random = 88;
   for (int i = 0; i < n; i++) {
      accounts[i].number = 4000 + i;
      accounts[i].limit = 100 + i % 7 * 50;
      accounts[i].balance = i * 3 % 400 - 100;
      snprintf(accounts[i].owner, sizeof accounts[i].owner, "Owner %d", i);
      for (int w = 0; w < REMEMBERED; w++) {
         random = random * 1664525 + 1013904223;
         accounts[i].turnover[w] = random >> 30 ? (long)(random >> 18 & 4095) - 2048 : 0;
      }
   }
   return accounts;
}

int main(void)
{
   struct account* accounts = open_accounts(ACCOUNTS);
   const int       n = sizeof rules / sizeof *rules;
   int             broken[sizeof rules / sizeof *rules] = {0};
   for (int week = 0; week < WEEKS; week++)
      for (int i = 0; i < ACCOUNTS; i++)
         for (int k = 0; k < n; k++)
            broken[k] += rules[k](&accounts[i], week % REMEMBERED);
   printf("overdrawn %d times, dormant %d, erratic %d; last: %s\n", broken[0],
          broken[1], broken[2], accounts[ACCOUNTS - 1].owner);
   free(accounts);
   return 0;
}
