/* SPDX-License-Identifier: GPL-2.0-or-later */
/* random.c: prints random numbers of each source, in the process and in two
   forked children.  It calls nothing of the C library that could ask for some
   itself. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void print(const char* source, const void* bytes)
{
   const unsigned char* b = bytes;

   dprintf(1, "%s %02x%02x%02x%02x\n", source, b[0], b[1], b[2], b[3]);
}

static int get(const char* source)
{
   unsigned char bytes[4];

   if (syscall(SYS_getrandom, bytes, sizeof bytes, 0) != sizeof bytes)
      return 1;
   print(source, bytes);
   return 0;
}

int main(void)
{
   unsigned char bytes[4];
   struct iovec  parts[] = {{bytes, 1}, {bytes + 1, 3}};
   int           device  = dup(open("/dev/urandom", O_RDONLY));

   print("AT_RANDOM", (const void*)getauxval(AT_RANDOM));
   if (get("getrandom") || get("getrandom") || read(device, bytes, 4) != 4)
      return 1;
   print("read", bytes);
   if (readv(device, parts, 2) != 4)
      return 1;
   print("readv", bytes);
   /* What is read overwrites the list of where to read it to. */
   parts[0] = (struct iovec){&parts[0].iov_base, sizeof parts[0].iov_base};
   if (readv(device, parts, 1) != sizeof parts[0].iov_base)
      return 1;
   for (int i = 0; i < 2; i++) {
      if (fork() == 0)
         return get("child");
      wait(NULL);
   }
   return get("parent");
}
