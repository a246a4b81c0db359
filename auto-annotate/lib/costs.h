/* SPDX-License-Identifier: GPL-2.0-or-later */
/* costs.h: counts by file, function and line or instruction, and the calls of
   functions, added up over one or more profiles. */

#ifndef COSTS_H
#define COSTS_H

#include <glib.h>

#include "lib/hash.h"
#include "lib/lines.h"
#include "lib/reader.h"

typedef struct {
   char*    name;
   gboolean is_system; /* comes with the compiler or the system; found once,
                          because the name can be long */
   GTree* functions;   /* Function*, by name and object */
} File;

typedef struct {
   File*       file;
   const char* name;
   const char* object; /* NULL if the profile names none */
   /* Whether some of it is in an object that came with the system, and in
      another object: functions of all objects can be one. */
   gboolean in_system, in_other;
   Lines    lines;     /* used unless counts are added up by function */
   GTree*   calls;     /* CostsCall*, in their order; NULL if there is none */
   gboolean has_costs; /* of its own; otherwise it is only called */
   Count*   rest;      /* what of its cost no context has, by event: set by
                          inclusive_find_rests(); NULL is none */
   Count sums[];       /* by function; COUNT_NONE at first */
} Function;

/* The calls of one function from one position, to the same target, or what was
   inlined there.  Their order is that of caller, callee
   (costs_compare_functions()) and target; inlined code comes first. */
typedef struct {
   Position  caller;
   Function* callee;
   Position  target;   /* in the callee */
   gboolean  inlined;  /* the callee's code is in the caller */
   Count     number;   /* how often */
   guint     depth;    /* for costs_settle_calls() */
   Count     counts[]; /* the inclusive costs, by event */
} CostsCall;

/* What costs are kept apart by, within a function. */
typedef enum {
   COSTS_BY_FUNCTION, /* nothing: positions are 0 */
   COSTS_BY_LINE,
   COSTS_BY_POSITION /* line, and address if the profile has instructions */
} CostsDetail;

/* What was found for a name that a reader has numbered. */
typedef struct {
   guint64     number;
   const void* found;
} CostsKnown;

typedef struct Contexts_ Contexts; /* contexts.h */

/* The sums of profiles with the same events.  Names are in balanced trees, so
   that no choice of names makes lookups slow. */
typedef struct {
   guint         n_events;
   GTree*        files;       /* File* by name */
   File*         last;        /* the file looked up last, or NULL */
   GTree*        objects;     /* their names */
   const char*   last_object; /* the one looked up last, or NULL */
   GStringChunk* names;       /* of functions */
   HashTexts*    long_names;  /* the same: one can be in many files */
   const char*   last_long;   /* the one of these looked up last, or NULL */
   Contexts*     contexts; /* NULL: profiles have none, or they were not read */
   gboolean      joined;   /* several calls of a profile have become one */
   CostsKnown    known_files[2], known_objects[2]; /* of the last place, and of
                                                      the last callee */
} Costs;

/* Returns empty sums for profiles with `n_events' events. */
Costs* costs_new(guint n_events);

/* Frees sums, with all files and functions. */
void costs_free(Costs* costs);

/* Returns the file with that name, or NULL.  If it has only functions that are
   called, it is not in costs_files(). */
File* costs_find_file(const Costs* costs, const char* name);

/* Returns the function with that name in that file and object; adds what is
   new. The names are copied; `object' may be NULL.  costs_function() says that
   the function has costs of its own, costs_callee() does not. */
Function* costs_function(Costs* costs, const char* file, const char* name,
                         const char* object);
Function* costs_callee(Costs* costs, const char* file, const char* name,
                       const char* object);

/* Says that some of a function is in that object, if functions of all objects
   are one: costs_function_at() does so.  NULL says nothing. */
void costs_note_object(Function* function, const char* object);

/* Whether all of a function is in objects that came with the system. */
gboolean costs_is_of_system(const Function* function);

/* The same as costs_function() and costs_callee() for the place that a reader
   is at, after READ_PLACE, and for the callee after READ_CALL.  The names of
   the file and of the object are looked up when they change: they can be long,
   and have many functions.  With `objects' FALSE, the function is that of no
   object. */
Function* costs_function_at(Costs* costs, const Reader* reader,
                            gboolean objects);
Function* costs_callee_at(Costs* costs, const Reader* reader, gboolean objects);

/* Adds n counts and the number of a call, whose counts are not looked at, to
   those of the same call of a function.  Returns -1, or the index of an event
   whose sum exceeds 63 bits, or n if it is the number.  Sets `*found' to the
   call. */
int costs_add_call(Function* function, const CostsCall* call,
                   const Count* counts, guint n, CostsCall** found);

/* Returns a function for what follows in a profile, which is where
   reader->file, function and object say, or which reader->call names as the
   callee. */
typedef Function* (*PlaceFunc)(Reader* reader, gpointer data);

/* Reads a profile to its end and adds it to `costs': its counts to the
   functions that `place' returns: to their lines or, with COSTS_BY_FUNCTION, to
   their sums.  Adds calls to the callees that `callee' returns, and contexts;
   with NULL, both are ignored. `data' is passed to both.  Returns TRUE, or
   FALSE and `error' if the profile is wrong or cannot be read, or if a sum
   exceeds 63 bits. */
gboolean costs_add_profile(Costs* costs, Reader* reader, CostsDetail detail,
                           PlaceFunc place, PlaceFunc callee, gpointer data,
                           GError** error);

/* If calls of one profile have become one, because they differ in what is not
   kept, their costs are not sums: one call can be inside the other.  Computes
   them from the contexts then, each context once.  Returns NULL, or a function
   where a sum exceeds 63 bits.  Call it when all profiles are added. */
const Function* costs_settle_calls(Costs* costs);

/* Sorts the lines of all functions.  Returns NULL, or a function where a sum
   exceeds 63 bits. */
const Function* costs_sort_lines(const Costs* costs);

/* Ends the program with the message that a sum exceeds 63 bits in a function.
 */
void costs_fail_full(const Function* function) G_GNUC_NORETURN;

/* Where a function goes when its costs are added to others. */
typedef struct {
   const char *file, *name, *object;
   guint64 (*line)(gconstpointer lines, guint64 line); /* NULL: lines stay */
   gconstpointer lines;
} CostsTarget;

typedef CostsTarget (*CostsTargetFunc)(const Function* function, gpointer data);

/* Adds costs by function or by line, with calls and contexts, to others for the
   same events: to the functions and lines that `target' returns, also for
   callees; with NULL, to the same.  `data' is passed to it.  Returns NULL, or a
   function of `from' where a sum exceeds 63 bits.  The lines are not sorted
   then. */
const Function* costs_add(Costs* costs, const Costs* from,
                          CostsTargetFunc target, gpointer data);

/* Changes the sign of all counts, but not of event `keep' (-1: of all), and of
   numbers of calls, also of contexts. */
void costs_negate(const Costs* costs, int keep);

/* Return all files in the order of their names, and all functions in the order
   of their files, then of their names, then of their objects, byte by byte; no
   object comes first.  Functions without costs of their own are left out.  The
   caller frees the array, but not its elements. */
GPtrArray* costs_files(const Costs* costs);
GPtrArray* costs_functions(const Costs* costs);

/* Returns the calls of a function in their order, CostsCall*, or NULL if there
   are none.  The caller frees the array, but not its elements. */
GPtrArray* costs_calls(const Function* function);

/* Compares two functions in the order of costs_functions().  Returns a number
   less than, equal to, or more than 0. */
int costs_compare_functions(const Function* a, const Function* b);

/* Whether two functions of one Costs have equal names, however long these are.
 */
gboolean costs_have_one_name(const Function* a, const Function* b);

/* Compares two calls of one function.  Returns the same. */
int costs_compare_calls(const CostsCall* a, const CostsCall* b);

#endif
