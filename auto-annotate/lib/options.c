/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c: see options.h. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/message.h"
#include "lib/options.h"

void options_end_with_common(int option, const char* help)
{
   switch (option) {
   case 'h':
      fputs(help, stdout);
      break;
   case OPTIONS_VERSION:
      printf("%s-%s\n", message_program(), PACKAGE_VERSION);
      break;
   default:
      exit(1);
   }
   if (fflush(stdout) != 0)
      message_fail("cannot write standard output");
   exit(0);
}

void options_fail_usage(const char* format, ...)
{
   va_list args;
   va_start(args, format);
   char* what = g_strdup_vprintf(format, args);
   va_end(args);
   message_fail("%s (see %s --help)", what, message_program());
}
