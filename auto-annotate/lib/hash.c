/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hash.c: see hash.h.  The function is SipHash-1-3, a variant of SipHash (J.-P.
   Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012): one
   round for each eight bytes, and three at the end. */

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "lib/hash.h"

/* Returns the key of this process. */
static const guint64* key_of_process(void)
{
   static gsize   chosen;
   static guint64 key[2];

   if (g_once_init_enter(&chosen)) {
      /* A kernel without getrandom() leaves what cannot be foreseen easily. */
      if (getrandom(key, sizeof key, 0) != sizeof key) {
         key[0] = g_get_real_time() ^ (guint64)getpid() << 48;
         key[1] = (guint64)(gsize)&key ^ (guint64)g_get_monotonic_time() << 32;
      }
      g_once_init_leave(&chosen, TRUE);
   }
   return key;
}

static inline guint64 rotated(guint64 word, guint by)
{
   return word << by | word >> (64 - by);
}

/* One round of SipHash. */
static inline void mix(guint64 v[4])
{
   v[0] += v[1];
   v[2] += v[3];
   v[1] = rotated(v[1], 13) ^ v[0];
   v[3] = rotated(v[3], 16) ^ v[2];
   v[0] = rotated(v[0], 32) + v[3];
   v[2] += v[1];
   v[3] = rotated(v[3], 21) ^ v[0];
   v[1] = rotated(v[1], 17) ^ v[2];
   v[2] = rotated(v[2], 32);
}

/* Takes in eight bytes. */
static inline void absorb(guint64 v[4], guint64 word)
{
   v[3] ^= word;
   mix(v);
   v[0] ^= word;
}

/* Returns the whole hash of n bytes. */
static guint64 sip_hash(gconstpointer bytes, gsize n)
{
   const guint64* key = key_of_process();
   const char*    at  = bytes;
   guint64        v[] = {
             key[0] ^ G_GUINT64_CONSTANT(0x736f6d6570736575),
             key[1] ^ G_GUINT64_CONSTANT(0x646f72616e646f6d),
             key[0] ^ G_GUINT64_CONSTANT(0x6c7967656e657261),
             key[1] ^ G_GUINT64_CONSTANT(0x7465646279746573),
   };
   guint64 word;
   gsize   left = n;

   for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
      memcpy(&word, at, sizeof word);
      absorb(v, GUINT64_FROM_LE(word));
   }
   word = 0;
   memcpy(&word, at, left);
   absorb(v, GUINT64_FROM_LE(word) | (guint64)n << 56);
   v[2] ^= 0xff;
   for (guint i = 0; i < 3; i++)
      mix(v);
   return v[0] ^ v[1] ^ v[2] ^ v[3];
}

guint hash_bytes(gconstpointer bytes, gsize n)
{
   guint64 word = sip_hash(bytes, n);

   return word ^ word >> 32;
}

guint hash_text(gconstpointer text)
{
   return hash_bytes(text, strlen(text));
}

guint hash_number(gconstpointer number)
{
   return hash_bytes(number, sizeof(guint64));
}

guint hash_address(gconstpointer address)
{
   return hash_bytes(&address, sizeof address);
}

guint64 hash_secret(guint64 number)
{
   return sip_hash(&number, sizeof number);
}

/*------------------------------------------------------------*/
/*--- Sets of texts                                        ---*/
/*------------------------------------------------------------*/

struct HashTexts {
   GStringChunk* chunk;
   GHashTable*   set; /* char*, in the chunk */
};

HashTexts* hash_texts_new(void)
{
   HashTexts* texts = g_new(HashTexts, 1);

   texts->chunk = g_string_chunk_new(4096);
   texts->set   = g_hash_table_new(hash_text, g_str_equal);
   return texts;
}

char* hash_texts_find(const HashTexts* texts, const char* text)
{
   return g_hash_table_lookup(texts->set, text);
}

char* hash_texts_take(HashTexts* texts, const char* text)
{
   char* copy = hash_texts_find(texts, text);

   if (!copy) {
      copy = g_string_chunk_insert(texts->chunk, text);
      g_hash_table_add(texts->set, copy);
   }
   return copy;
}

void hash_texts_free(HashTexts* texts)
{
   g_hash_table_destroy(texts->set);
   g_string_chunk_free(texts->chunk);
   g_free(texts);
}
