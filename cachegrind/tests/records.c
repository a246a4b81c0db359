/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c: opens N accounts, and then adds up their balances ROUNDS times.
   Each account is one line of 64 bytes, and each round reads the accounts in
   the same order.

      records N ROUNDS */

#include <stdlib.h>

#define MAX 200000

typedef struct {
   long balance;
   char holder[56];
} Account;

static Account accounts[MAX] __attribute__((aligned(4096)));

__attribute__((noinline)) static void open_accounts(int n)
{
   for (int i = 0; i < n; i++)
      accounts[i].balance = i;
}

__attribute__((noinline)) static long add_balances(int n, int rounds)
{
   long sum = 0;

   for (int round = 0; round < rounds; round++)
      for (int i = 0; i < n; i++)
         sum += accounts[i].balance;
   return sum;
}

int main(int argc, char** argv)
{
   int n      = argc == 3 ? atoi(argv[1]) : 0;
   int rounds = argc == 3 ? atoi(argv[2]) : 0;

   if (n < 1 || n > MAX || rounds < 1)
      return 2;
   open_accounts(n);
   return add_balances(n, rounds) == (n - 1L) * n / 2 * rounds ? 0 : 1;
}
