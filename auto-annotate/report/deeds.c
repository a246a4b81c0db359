/* SPDX-License-Identifier: GPL-2.0-or-later */
/* deeds.c: see deeds.h. */

#include <string.h>

#include <glib.h>

#include "lib/names.h"
#include "report/deeds.h"

/* Each name has a blank before and after it. */
static const char* const deed_names[N_DEEDS] = {
   [DEED_ALLOCATION] =
      " malloc calloc realloc reallocarray free cfree memalign posix_memalign "
      "aligned_alloc strdup strndup wcsdup rust_alloc rust_alloc_zeroed "
      "rust_dealloc rust_realloc ",
   [DEED_COPYING]  = " memcpy memmove mempcpy bcopy wmemcpy wmemmove ",
   [DEED_CLEARING] = " memset wmemset bzero explicit_bzero ",
   [DEED_SCANNING] = " strlen strnlen wcslen strcat strncat ",
   [DEED_FORMATTING] =
      " printf fprintf dprintf sprintf snprintf vprintf vfprintf vsprintf "
      "vsnprintf asprintf strftime printf_chk fprintf_chk sprintf_chk "
      "snprintf_chk vfprintf_chk vsprintf_chk vsnprintf_chk ",
   [DEED_PARSING] =
      " scanf fscanf sscanf vscanf vfscanf vsscanf isoc99_scanf isoc99_fscanf "
      "isoc99_sscanf isoc99_vsscanf isoc23_scanf isoc23_fscanf isoc23_sscanf "
      "isoc23_vsscanf vfscanf_internal strptime atof atoi atol atoll strtof "
      "strtod strtold strtol strtoul strtoll strtoull isoc23_strtol "
      "isoc23_strtoul isoc23_strtoll isoc23_strtoull strtof_l_internal "
      "strtod_l_internal strtol_l_internal strtoul_l_internal ",
   [DEED_HASHING]   = "",
   [DEED_COMPILING] = " regcomp ",
   [DEED_INPUT_OUTPUT] =
      " read write pread pread64 pwrite pwrite64 readv writev send recv sendto "
      "recvfrom sendmsg recvmsg lseek lseek64 ",
   [DEED_LOCKING] =
      " pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock "
      "pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock "
      "pthread_spin_lock pthread_spin_unlock sem_wait sem_post ",
   [DEED_EXCEPTIONS] = " cxa_throw cxa_rethrow Unwind_RaiseException ",
   [DEED_CASTS]      = " dynamic_cast ",
   [DEED_LOCALE]     = "",
};

static const struct {
   const char* prefix;
   Deed        deed;
} deed_prefixes[] = {
   {"operator new", DEED_ALLOCATION},
   {"operator delete", DEED_ALLOCATION},
   {"std::__ostream_insert", DEED_FORMATTING},
   {"std::ostream::_M_insert", DEED_FORMATTING},
   {"std::ostream& std::ostream::_M_insert", DEED_FORMATTING},
   {"std::istream& std::istream::_M_extract", DEED_PARSING},
   {"std::_Hash_bytes", DEED_HASHING},
   {"std::__detail::_Compiler<", DEED_COMPILING},
};

/* Modules and traits of Rust's library: all their functions do the same.  In
   `<T as Trait>::function', either may be it.  And what is in several crates.
 */
static const struct {
   const char* part;
   Deed        deed;
} deed_modules[] = {
   {"alloc::raw_vec::", DEED_ALLOCATION},
   {"alloc::fmt::format", DEED_FORMATTING},
   {"core::fmt::", DEED_FORMATTING},
   {"core::num::dec2flt::", DEED_PARSING},
   {"core::hash::sip::", DEED_HASHING},
   {"core::hash::BuildHasher", DEED_HASHING},
   {"Regex::new", DEED_COMPILING},
   {"Regex>::new", DEED_COMPILING},
};

/* So many bytes of a name are searched for them. */
#define MAX_MODULES 256

/* Returns where the name of a processor begins in a name, or its end. */
static gsize length_without_processor(const char* name)
{
   static const char* const tags[] = {"_avx",       "_sse",   "_ssse", "_evex",
                                      "_unaligned", "_erms",  "_ia32", "_sve",
                                      "_generic",   "_simd",  "_mops", "_zva",
                                      "_thunderx",  "_falkor"};
   gsize                    length = strcspn(name, "@");

   for (guint i = 0; i < G_N_ELEMENTS(tags); i++) {
      const char* tag = g_strstr_len(name, length, tags[i]);
      if (tag)
         length = tag - name;
   }
   return length;
}

/* The longest of the names above has fewer bytes. */
#define MAX_NAME 40

/* Returns a name without what libraries put around it, which the caller frees,
   or NULL if that is none that could be known. */
static char* plain_name(const char* name)
{
   if (strnlen(name, 4 * MAX_NAME) == 4 * MAX_NAME || strchr(name, ' '))
      return NULL;
   if (g_str_has_prefix(name, "__rustc::"))
      name += strlen("__rustc::");
   name += strspn(name, "_");
   if (g_str_has_prefix(name, "libc_") || g_str_has_prefix(name, "GI_"))
      name = strchr(name, '_') + 1;
   name += strspn(name, "_");

   gsize length = length_without_processor(name);
   return length > 0 && length < MAX_NAME ? g_strndup(name, length) : NULL;
}

static Deed find_deed_name(const char* plain)
{
   char* word  = g_strdup_printf(" %s ", plain);
   Deed  found = DEED_NONE;

   for (Deed deed = 1; deed < N_DEEDS; deed++)
      if (strstr(deed_names[deed], word))
         found = deed;
   g_free(word);
   return found;
}

Deed deeds_of(const char* name)
{
   /* The result is before the name. */
   if (g_strstr_len(name, 4 * MAX_NAME, "std::use_facet<"))
      return DEED_LOCALE;
   /* std::basic_ostringstream<...> and the like, and what they consist of. Many
      calls can be of one long name. */
   if (g_str_has_prefix(name, "std::")
       && g_strstr_len(name, 4 * MAX_NAME, "stringstream<"))
      return DEED_FORMATTING;
   for (guint i = 0; i < G_N_ELEMENTS(deed_prefixes); i++)
      if (g_str_has_prefix(name, deed_prefixes[i].prefix))
         return deed_prefixes[i].deed;
   for (guint i = 0; i < G_N_ELEMENTS(deed_modules); i++)
      if (g_strstr_len(name, MAX_MODULES, deed_modules[i].part))
         return deed_modules[i].deed;

   char* plain = plain_name(name);
   Deed  found = plain ? find_deed_name(plain) : DEED_NONE;
   g_free(plain);
   return found;
}

char* deeds_function(const char* name)
{
   char* plain = plain_name(name);

   if (plain
       && (find_deed_name(plain) != DEED_NONE
           || length_without_processor(name) < strlen(name)))
      return plain;
   g_free(plain);
   return g_strdup(names_short_kept(name));
}
