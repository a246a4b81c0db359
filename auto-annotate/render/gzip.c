/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gzip.c: see gzip.h. */

#include <string.h>

#include <gio/gio.h>

#include "lib/message.h"
#include "render/gzip.h"

/* zlib's own default, between speed and size. */
#define LEVEL (-1)

/* So many compressed bytes are written at a time; with base64, they fit into
   OUTPUT_MAX_RESERVE. */
#define BLOCK (32 * 1024)

struct Gzip {
   Output*     output;
   GConverter* compressor;
   gboolean    base64;
   int         state, save; /* of g_base64_encode_step() */
};

Gzip* gzip_new(Output* output)
{
   Gzip* gzip = g_new0(Gzip, 1);

   gzip->output = output;
   gzip->compressor =
      G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, LEVEL));
   return gzip;
}

Gzip* gzip_new_base64(Output* output)
{
   Gzip* gzip = gzip_new(output);

   gzip->base64 = TRUE;
   return gzip;
}

/* Writes a block of compressed bytes. */
static void write_compressed(Gzip* gzip, const char* bytes, gsize length)
{
   char* to = output_reserve(gzip->output, OUTPUT_MAX_RESERVE);

   if (gzip->base64)
      length = g_base64_encode_step((const guchar*)bytes, length, FALSE, to,
                                    &gzip->state, &gzip->save);
   else
      memcpy(to, bytes, length);
   output_use(gzip->output, to + length);
}

/* Writes the last digits of base64. */
static void write_padding(Gzip* gzip)
{
   char* to     = output_reserve(gzip->output, OUTPUT_MAX_RESERVE);
   gsize length = g_base64_encode_close(FALSE, to, &gzip->state, &gzip->save);

   output_use(gzip->output, to + length);
}

/* Compresses some of the bytes.  Returns how many; sets *finished once
   `flags' say that no more follow and all is written. */
static gsize compress_some(Gzip* gzip, const char* bytes, gsize length,
                           GConverterFlags flags, gboolean* finished)
{
   char             block[BLOCK];
   GError*          error = NULL;
   gsize            taken, written;
   GConverterResult result =
      g_converter_convert(gzip->compressor, bytes, length, block, sizeof block,
                          flags, &taken, &written, &error);

   if (result == G_CONVERTER_ERROR)
      message_fail("%s", error->message);
   write_compressed(gzip, block, written);
   *finished = result == G_CONVERTER_FINISHED;
   return taken;
}

void gzip_write(Gzip* gzip, const char* bytes, gsize length)
{
   gboolean finished;

   while (length > 0) {
      gsize taken =
         compress_some(gzip, bytes, length, G_CONVERTER_NO_FLAGS, &finished);
      bytes += taken;
      length -= taken;
   }
}

void gzip_close(Gzip* gzip)
{
   gboolean finished = FALSE;

   while (!finished)
      compress_some(gzip, "", 0, G_CONVERTER_INPUT_AT_END, &finished);
   if (gzip->base64)
      write_padding(gzip);
   g_object_unref(gzip->compressor);
   g_free(gzip);
}
