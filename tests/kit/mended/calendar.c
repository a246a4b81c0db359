/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calendar.c: plans jobs by their deadlines, and asks what the plan is worth with
   machines of several speeds. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 60000, MINUTES = 1 << 16, SPEEDS = 25 };

struct job {
   struct job* next;
   int         minute; // the deadline
   int         effort;
   char        customer[40];
};

static struct job* receive(unsigned number)
{
   static unsigned random = 7;
   struct job*     job = malloc(sizeof *job);
   random = random * 1664525 + 1013904223;
   job->next = NULL;
   job->minute = (random >> 9) % MINUTES;
   job->effort = 1 + number % 97;
   strcpy(job->customer, number % 3 ? "Miller & Sons" : "Harbour Authority");
   return job;
}

// Returns all jobs as one array, the earliest deadline first.
static struct job* plan(void)
{
   static struct job* due[MINUTES];
   for (unsigned i = 0; i < JOBS; i++) {
      struct job* job = receive(i);
      job->next = due[job->minute];
      due[job->minute] = job;
   }
   struct job* jobs = malloc(JOBS * sizeof *jobs);
   int         n = 0;
   for (int m = 0; m < MINUTES; m++)
      for (struct job *job = due[m], *next; job; job = next) {
         next = job->next;
         jobs[n++] = *job;
         free(job);
      }
   return jobs;
}

static long lateness(const struct job* jobs, int speed)
{
   long done = 0, late = 0;
   for (const struct job* job = jobs; job < jobs + JOBS; job++) {
      done += job->effort;
      long over = done - (long)job->minute * speed;
      late += over > 0 ? over : 0;
   }
   return late;
}

int main(void)
{
   struct job* jobs = plan();
   long        total = 0;
   for (int speed = 20; speed < 20 + SPEEDS; speed++) {
      long late = lateness(jobs, speed);
      total += late / speed;
      if (speed % 8 == 0)
         printf("speed %d: %ld minutes late\n", speed, late / speed);
   }
   printf("%ld in total, the first customer is %s\n", total, jobs->customer);
   free(jobs);
   return 0;
}
