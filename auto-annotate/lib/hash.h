/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hash.h: hash functions for GHashTable that nobody can foresee.

   The names and numbers of a profile, a trace or a source are a stranger's.  Of
   g_str_hash() or g_int64_hash(), everybody can compute keys that all have the
   same hash, and a table of them takes quadratic time.  These functions depend
   on a random key, which each process chooses anew.  So the order of such a
   table's elements is random, and nothing that a user sees may depend on it. */

#ifndef HASH_H
#define HASH_H

#include <glib.h>

/* Returns the hash of n bytes. */
guint hash_bytes(gconstpointer bytes, gsize n);

/* Return the hash of a text (const char*, for g_str_equal()) and of a number
   (const guint64*, for g_int64_equal()): GHashFunc. */
guint hash_text(gconstpointer text);
guint hash_number(gconstpointer number);

/* Returns the hash of an address, whatever is there: GHashFunc. */
guint hash_address(gconstpointer address);

/* Returns secret word `number' of this process, for hashes of other rooms. */
guint64 hash_secret(guint64 number);

/* A set of texts. */
typedef struct HashTexts HashTexts;

HashTexts* hash_texts_new(void);

/* Returns the set's own copy of a text, the same pointer for equal texts.  It
   lives as long as the set. */
char* hash_texts_take(HashTexts* texts, const char* text);

/* Returns the set's copy of a text, or NULL if it has none. */
char* hash_texts_find(const HashTexts* texts, const char* text);

/* Frees the set, with all texts. */
void hash_texts_free(HashTexts* texts);

#endif
