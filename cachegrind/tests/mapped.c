/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapped.c: run code of a file that is no ELF object, and then code of no file
   at the same address; and all of that once more, when the rest of the program
   has been translated and only this code is new.  The first argument names the
   file, which this program writes: one page of zeros, and then the code, five
   `nop's and a `ret'. */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __aarch64__
static const uint32_t code[] = {0xd503201f, 0xd503201f, 0xd503201f,
                                0xd503201f, 0xd503201f, 0xd65f03c0};
#else
static const unsigned char code[] = {0x90, 0x90, 0x90, 0x90, 0x90, 0xc3};
#endif

enum { PAGE = 4096 };

static void run(void* at)
{
   __builtin___clear_cache((char*)at, (char*)at + sizeof code);
   ((void (*)(void))(uintptr_t)at)();
}

static int run_both(int fd)
{
   void* at = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, PAGE);

   if (at == MAP_FAILED)
      return 0;
   run(at);
   if (munmap(at, PAGE) != 0
       || mmap(at, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
             != at)
      return 0;
   memcpy(at, code, sizeof code);
   run(at);
   return munmap(at, PAGE) == 0;
}

int main(int argc, char* argv[])
{
   int fd = argc > 1 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0700) : -1;

   if (fd < 0 || pwrite(fd, code, sizeof code, PAGE) != sizeof code
       || ftruncate(fd, 2 * PAGE) != 0)
      return 1;
   return run_both(fd) && run_both(fd) ? 0 : 2;
}
