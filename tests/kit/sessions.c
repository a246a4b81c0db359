/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sessions.c: a server notes who sent something, and closes idle sessions. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS = 9000, BUFFER = 4032, PACKETS = 600000, TURN = 800, IDLE = 8 };

struct session {
   unsigned last_turn; // in which something came
   unsigned packets, bytes;
   char     peer[20];
   char     buffer[BUFFER]; // what has come and was not handled yet
};

struct server {
   struct session* sessions;
   unsigned        turn, closed;
};

static void start(struct server* server)
{
   server->sessions = calloc(SESSIONS, sizeof *server->sessions);
   for (unsigned i = 0; i < SESSIONS; i++) {
      struct session* session = &server->sessions[i];
      snprintf(session->peer, sizeof session->peer, "10.0.%u.%u", i / 250, i % 250);
      strcpy(session->buffer, "EHLO mail.example.net\r\n");
   }
}

static void receive(struct server* server, unsigned number, unsigned length)
{
   struct session* session = &server->sessions[number];
   session->last_turn = server->turn;
   session->packets++;
   session->bytes += length;
}

static void close_idle(struct server* server)
{
   for (unsigned i = 0; i < SESSIONS; i++)
      if (server->sessions[i].last_turn + IDLE == server->turn)
         server->closed++;
}

int main(void)
{
   static struct server server;
   unsigned             random = 5, most = 0;
   start(&server);
   for (unsigned i = 0; i < PACKETS; i++) {
      random = random * 1664525 + 1013904223;
      receive(&server, (random >> 10) % SESSIONS, 40 + (random >> 24) * 5);
      if (i % TURN == TURN - 1) {
         server.turn++;
         close_idle(&server);
      }
   }
   for (unsigned i = 0; i < SESSIONS; i++)
      if (server.sessions[i].bytes > server.sessions[most].bytes)
         most = i;
   printf("%u turns, %u times idle, %s sent most: %u bytes\n", server.turn,
          server.closed, server.sessions[most].peer, server.sessions[most].bytes);
   free(server.sessions);
   return 0;
}
