/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fleet.c: how many vehicles are due for service, for each interval in question. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VEHICLES = 40000, PLANS = 90 };

struct vehicle {
   char plate[16];
   char model[32];
   char driver[48];
   char depot[32];
   int  insured_until;
   char notes[112];
};

// Apart from the rest, because reports go through all of them.
struct distance {
   int km;          // on the clock
   int serviced_at; // km
};

struct fleet {
   struct vehicle*  vehicles;
   struct distance* distances;
};

static unsigned next_random(unsigned* state)
{
   *state = *state * 1664525 + 1013904223;
   return *state >> 8;
}

static struct fleet register_fleet(int n)
{
   static const char* const models[] = {"Transit", "Sprinter", "Ducato", "Crafter"};
   struct fleet fleet = {calloc(n, sizeof *fleet.vehicles),
                         calloc(n, sizeof *fleet.distances)};
   unsigned                 state = 2024;
   for (int i = 0; i < n; i++) {
      struct vehicle*  v = &fleet.vehicles[i];
      struct distance* d = &fleet.distances[i];
      memcpy(v->plate, "B-CG 0000", 10);
      v->plate[8] += i % 10;
      strcpy(v->model, models[next_random(&state) % 4]);
      d->km = 5000 + next_random(&state) % 250000;
      d->serviced_at = d->km - (int)(next_random(&state) % 60000);
      v->insured_until = 2025 + i % 4;
   }
   return fleet;
}

static int count_due(const struct distance* fleet, int n, int interval)
{
   int due = 0;
   for (int i = 0; i < n; i++)
      due += fleet[i].km - fleet[i].serviced_at > interval;
   return due;
}

int main(void)
{
   struct fleet fleet = register_fleet(VEHICLES);
   int          uninsured = 0;
   for (int i = 0; i < VEHICLES; i++)
      uninsured += fleet.vehicles[i].insured_until < 2026;
   printf("%d insurances end this year\n", uninsured);
   for (int plan = 0; plan < PLANS; plan++) {
      int interval = 15000 + 400 * plan;
      int due = count_due(fleet.distances, VEHICLES, interval);
      if (plan % 20 == 0)
         printf("every %d km: %d due\n", interval, due);
   }
   free(fleet.vehicles);
   free(fleet.distances);
   return 0;
}
