/* SPDX-License-Identifier: GPL-2.0-or-later */
/* long_names.c: functions whose symbols stand for names of megabytes.  Each
   argument of the C++ function has the one before twice; those in Rust have
   millions of lifetimes.  With an argument, the last function that runs ends
   with a trap, and the core prints its name. */

int in_cxx(int n) __asm__(
   "_Z1f1aIiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES"
   "_IS5_S5_ES_IS6_S6_ES_IS7_S7_ES_IS8_S8_ES_IS9_S9_ES_ISA_SA_ES"
   "_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_ISE_SE_ES_ISF_SF_ES_ISG_SG_ES"
   "_ISH_SH_ES_ISI_SI_ES_ISJ_SJ_ES_ISK_SK_E");
int in_rust(int n) __asm__("_RINvC1a1bFGzzzz_EuE");
int trap(void) __asm__("_RINvC1a1cFGzzzz_EuE");

__attribute__((noinline)) int in_cxx(int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += i * i;
   return sum;
}

__attribute__((noinline)) int in_rust(int n)
{
   return in_cxx(n) + 1;
}

__attribute__((noinline)) int trap(void)
{
#if defined(__aarch64__)
   __asm__ volatile("brk #0");
#else
   __asm__ volatile("int3");
#endif
   return 0;
}

int main(int argc, char** argv)
{
   return argc > 1 ? trap() : in_rust(argc) == 0;
}
