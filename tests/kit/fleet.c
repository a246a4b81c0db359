/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fleet.c: how many vehicles are due for service, for each interval in question. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VEHICLES = 40000, PLANS = 90 };

struct vehicle {
   char plate[16];
   char model[32];
   int  km; // on the clock
   char driver[48];
   char depot[32];
   int  insured_until;
   char notes[112];
   int  serviced_at; // km
};

static unsigned next_random(unsigned* state)
{
   *state = *state * 1664525 + 1013904223;
   return *state >> 8;
}

static struct vehicle* register_fleet(int n)
{
   static const char* const models[] = {"Transit", "Sprinter", "Ducato", "Crafter"};
   struct vehicle*          fleet = calloc(n, sizeof *fleet);
   unsigned                 state = 2024;
   for (int i = 0; i < n; i++) {
      struct vehicle* v = &fleet[i];
      memcpy(v->plate, "B-CG 0000", 10);
      v->plate[8] += i % 10;
      strcpy(v->model, models[next_random(&state) % 4]);
      v->km = 5000 + next_random(&state) % 250000;
      v->serviced_at = v->km - (int)(next_random(&state) % 60000);
      v->insured_until = 2025 + i % 4;
   }
   return fleet;
}

static int count_due(const struct vehicle* fleet, int n, int interval)
{
   int due = 0;
   for (int i = 0; i < n; i++)
      due += fleet[i].km - fleet[i].serviced_at > interval;
   return due;
}

int main(void)
{
   struct vehicle* fleet = register_fleet(VEHICLES);
   int             uninsured = 0;
   for (int i = 0; i < VEHICLES; i++)
      uninsured += fleet[i].insured_until < 2026;
   printf("%d insurances end this year\n", uninsured);
   for (int plan = 0; plan < PLANS; plan++) {
      int interval = 15000 + 400 * plan;
      int due = count_due(fleet, VEHICLES, interval);
      if (plan % 20 == 0)
         printf("every %d km: %d due\n", interval, due);
   }
   free(fleet);
   return 0;
}
