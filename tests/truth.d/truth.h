/* SPDX-License-Identifier: GPL-2.0-or-later */
/* truth.h: what a program without libc needs: a start, an end and raw system
   calls, for amd64, x86 and arm64.

   The programs here are short (under 50,000 instructions) and do the same
   thing every time, so that stepping one through natively counts what
   Cachegrind must count.  Each defines program(); what that returns is the
   exit status. */

#ifndef TRUTH_H
#define TRUTH_H

/* A call that the compiler makes as written, knowing nothing of the caller. */
#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa))
#endif

int program(void);

#ifdef __x86_64__
enum {
   SYS_write     = 1,
   SYS_mprotect  = 10,
   SYS_sigaction = 13,
   SYS_getpid    = 39,
   SYS_exit      = 60,
   SYS_kill      = 62
};
__asm__(
   ".globl _start\n_start: xor %ebp, %ebp\n and $-16, %rsp\n call begin\n");

static inline long syscall4(long number, long a, long b, long c, long d)
{
   long          result;
   register long r10 __asm__("r10") = d;
   __asm__ volatile("syscall"
                    : "=a"(result)
                    : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                    : "rcx", "r11", "memory");
   return result;
}
#elif defined(__aarch64__)
enum {
   SYS_write     = 64,
   SYS_exit      = 93,
   SYS_kill      = 129,
   SYS_sigaction = 134,
   SYS_getpid    = 172,
   SYS_mprotect  = 226
};
__asm__(".globl _start\n_start: mov x29, xzr\n mov x30, xzr\n bl begin\n");

static inline long syscall4(long number, long a, long b, long c, long d)
{
   register long x8 __asm__("x8") = number;
   register long x0 __asm__("x0") = a;
   register long x1 __asm__("x1") = b;
   register long x2 __asm__("x2") = c;
   register long x3 __asm__("x3") = d;
   __asm__ volatile("svc 0"
                    : "+r"(x0)
                    : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
                    : "memory");
   return x0;
}
#else
enum {
   SYS_exit      = 1,
   SYS_write     = 4,
   SYS_getpid    = 20,
   SYS_kill      = 37,
   SYS_mprotect  = 125,
   SYS_sigaction = 174
};
__asm__(
   ".globl _start\n_start: xor %ebp, %ebp\n and $-16, %esp\n call begin\n");

static inline long syscall4(long number, long a, long b, long c, long d)
{
   long result;
   __asm__ volatile("int $0x80"
                    : "=a"(result)
                    : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d)
                    : "memory");
   return result;
}
#endif

/* What the kernel calls on a signal: the context is the program's registers. */
typedef void SignalHandler(int number, void* info, long* context);

/* The kernel's own layout of struct sigaction, not libc's. */
typedef struct {
   SignalHandler* handler;
   unsigned long  flags;
   void (*restorer)(void);
   unsigned long mask[2];
} KernelSigaction;

enum { SIGNAL_ILL = 4, SIGNAL_USR1 = 10, SIGNAL_SEGV = 11 };
#define FLAG_SIGINFO  4UL
#define FLAG_RESTORER 0x04000000UL

void sigreturn(void);
#ifdef __x86_64__
__asm__("sigreturn: mov $15, %eax\n syscall\n");
#elif defined(__aarch64__)
__asm__("sigreturn: mov x8, 139\n svc 0\n");
#else
__asm__("sigreturn: mov $173, %eax\n int $0x80\n");
#endif

/* FLAG_SIGINFO, because x86 has another frame and another return without. */
static inline void catch_signal(int number, SignalHandler* handler)
{
   KernelSigaction action = {
      handler, FLAG_SIGINFO | FLAG_RESTORER, sigreturn, {0, 0}};
   syscall4(SYS_sigaction, number, (long)&action, 0, 8);
}

/* The compilers call these for structures and arrays. */
__attribute__((used)) void* memset(void* to, int byte, unsigned long n)
{
   for (unsigned char volatile* p = (unsigned char*)to; n > 0; n--)
      *p++ = (unsigned char)byte;
   return to;
}

__attribute__((used)) void* memcpy(void* to, const void* from, unsigned long n)
{
   const unsigned char* q = (const unsigned char*)from;
   for (unsigned char volatile* p = (unsigned char*)to; n > 0; n--)
      *p++ = *q++;
   return to;
}

__attribute__((used)) void begin(void)
{
   syscall4(SYS_exit, program(), 0, 0, 0);
   __builtin_unreachable();
}

#endif /* TRUTH_H */
