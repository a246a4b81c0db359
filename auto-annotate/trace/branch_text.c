/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branch_text.c: branches as text; see branch_text.h. */

#include "trace/branch_text.h"

#include <string.h>

#include "lib/input.h"
#include "lib/message.h"

/* The letters of the types. */
static const char letters[N_BRANCH_TYPES] = {
   [TYPE_CONDITIONAL] = 'C',   [TYPE_JUMP] = 'J',
   [TYPE_INDIRECT_JUMP] = 'I', [TYPE_CALL] = 'A',
   [TYPE_INDIRECT_CALL] = 'X', [TYPE_RETURN] = 'R'};

/* "C 1234567890abcdef 1 1234567890abcdef\n" */
#define MAX_LINE_BYTES 38

static char* write_hexadecimal(char* to, guint64 number)
{
   guint shift = 60;

   while (shift > 0 && number >> shift == 0)
      shift -= 4;
   for (;; shift -= 4) {
      *to++ = "0123456789abcdef"[number >> shift & 15];
      if (shift == 0)
         return to;
   }
}

void branch_text_write(Output* output, const Branch* branch)
{
   char* to = output_reserve(output, MAX_LINE_BYTES);

   *to++ = letters[branch->type];
   *to++ = ' ';
   to    = write_hexadecimal(to, branch->pc);
   *to++ = ' ';
   *to++ = '0' + branch->taken;
   *to++ = ' ';
   to    = write_hexadecimal(to, branch->target);
   *to++ = '\n';
   output_use(output, to);
}

/* Parses a number, and `after' it.  Returns what follows, or NULL. */
static const char* parse_hexadecimal(const char* p, char after, Addr* number)
{
   guint n_digits = 0;

   *number = 0;
   for (; g_ascii_isxdigit(*p); p++, n_digits++) {
      if (*number >> 60)
         return NULL;
      *number = *number << 4 | g_ascii_xdigit_value(*p);
   }
   return n_digits > 0 && *p == after ? p + 1 : NULL;
}

/* Parses the line at `p', which ends with a newline.  Returns NULL, or what is
   wrong. */
static const char* parse_line(const char* p, Branch* branch)
{
   const char* letter = memchr(letters, *p, sizeof letters);

   if (!letter || p[1] != ' ')
      return "begin with C, J, I, A, X or R and a blank";
   branch->type = letter - letters;
   p            = parse_hexadecimal(p + 2, ' ', &branch->pc);
   if (!p)
      return "have a hexadecimal address of up to 64 bits and a blank after "
             "the kind";
   if ((*p != '0' && *p != '1') || p[1] != ' ')
      return "have 0 or 1 and a blank after the address";
   branch->taken = *p - '0';
   if (!branch->taken && branch->type != TYPE_CONDITIONAL)
      return "have 1 after the address, unless it begins with C";
   p = parse_hexadecimal(p + 2, '\n', &branch->target);
   if (!p)
      return "end with a hexadecimal target of up to 64 bits";
   branch->size = 0;
   return NULL;
}

static gboolean refuse_text(const char* name, guint64 number, const char* must,
                            const char* line, gsize length, GError** error)
{
   char* shown = message_quoted_beginning(line, length);

   g_set_error(error, MESSAGE_ERROR, 0,
               "%s:%" G_GUINT64_FORMAT ": %sa line of branches must %s: %s",
               name, number, number == 1 ? "this is no trace, and " : "", must,
               shown);
   g_free(shown);
   return FALSE;
}

static gboolean read_text_lines(BranchTextFunc add, gpointer data, Input* input,
                                GError** error)
{
   const char *begin, *end;
   guint64     number = 0;
   GError*     failed = NULL;

   while (input_next_block(input, &begin, &end, &failed))
      for (const char* p = begin; p < end;) {
         const char* newline = memchr(p, '\n', end - p);
         Branch      branch;
         const char* must = parse_line(p, &branch);

         number++;
         if (must)
            return refuse_text(input->name, number, must, p, newline - p,
                               error);
         add(&branch, data);
         p = newline + 1;
      }
   if (failed)
      g_propagate_error(error, failed);
   else if (number == 0)
      g_set_error(error, MESSAGE_ERROR, 0, "%s:1: the file is empty",
                  input->name);
   else if (input->cut)
      g_set_error(error, MESSAGE_ERROR, 0,
                  "%s:%" G_GUINT64_FORMAT
                  ": the last line has no newline: was it cut off?",
                  input->name, number);
   else
      return TRUE;
   return FALSE;
}

gboolean branch_text_read(BranchTextFunc add, gpointer data, int fd,
                          const char* name, const char* begin, gsize n,
                          GError** error)
{
   Input*   input = input_open_rest(fd, name, begin, n, error);
   gboolean good;

   if (!input)
      return FALSE;
   good = read_text_lines(add, data, input, error);
   input_close(input);
   return good;
}
