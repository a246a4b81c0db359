/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switches.c: a state machine that reads numbers, words and operators, with
   switches that compilers turn into tables, trees of comparisons or bit
   masks. */

#include "truth.h"

typedef enum { START, WORD, NUMBER, FRACTION, EXPONENT, OPERATOR } State;

static NOINLINE int class_of(char c)
{
   switch (c) {
   case ' ':
   case '\t':
   case '\n':
      return 0;
   case '0':
   case '1':
   case '2':
   case '3':
   case '4':
   case '5':
   case '6':
   case '7':
   case '8':
   case '9':
      return 1;
   case '+':
   case '-':
   case '*':
   case '/':
   case '=':
      return 2;
   case '.':
      return 3;
   case 'e':
      return 4;
   default:
      return 5;
   }
}

static NOINLINE State next_state(State state, int class)
{
   switch (state * 6 + class) {
   case 0:
   case 6:
   case 12:
   case 18:
   case 24:
   case 30:
      return START;
   case 1:
   case 13:
   case 31:
      return NUMBER;
   case 15:
      return FRACTION;
   case 16:
   case 22:
      return EXPONENT;
   case 19:
      return FRACTION;
   case 25:
   case 26:
      return EXPONENT;
   case 2:
   case 8:
   case 14:
   case 20:
   case 32:
      return OPERATOR;
   case 3:
   case 4:
   case 5:
   case 7:
   case 10:
   case 11:
   case 34:
   case 35:
      return WORD;
   default:
      return START;
   }
}

static NOINLINE int weight(State state)
{
   switch (state) {
   case START:
      return 0;
   case WORD:
      return 3;
   case NUMBER:
      return 5;
   case FRACTION:
      return 70;
   case EXPONENT:
      return 11;
   case OPERATOR:
      return -2;
   }
   return 1;
}

int program(void)
{
   static const char text[] = "area = 3.14159e0 * r * r + 12 - e + x1/2.5e-3";
   int               sum    = 0;
   for (int round = 0; round < 6; round++) {
      State state = START;
      for (const char* p = text; *p; p++) {
         state = next_state(state, class_of(*p));
         sum += weight(state);
      }
   }
   return sum == 0;
}
