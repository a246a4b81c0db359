/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gzip.c: see gzip.h. */

#include <gio/gio.h>

#include "lib/message.h"
#include "render/gzip.h"

/* zlib's own default, between speed and size. */
#define LEVEL (-1)

struct Gzip {
   Output*     output;
   GConverter* compressor;
};

Gzip* gzip_new(Output* output)
{
   Gzip* gzip = g_new(Gzip, 1);

   gzip->output = output;
   gzip->compressor =
      G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, LEVEL));
   return gzip;
}

/* Compresses some of the bytes.  Returns how many; sets *finished once
   `flags' say that no more follow and all is written. */
static gsize compress_some(Gzip* gzip, const char* bytes, gsize length,
                           GConverterFlags flags, gboolean* finished)
{
   char*            room  = output_reserve(gzip->output, OUTPUT_MAX_RESERVE);
   GError*          error = NULL;
   gsize            taken, written;
   GConverterResult result =
      g_converter_convert(gzip->compressor, bytes, length, room,
                          OUTPUT_MAX_RESERVE, flags, &taken, &written, &error);

   if (result == G_CONVERTER_ERROR)
      message_fail("%s", error->message);
   output_use(gzip->output, room + written);
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
   g_object_unref(gzip->compressor);
   g_free(gzip);
}
