/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.h: what a place that waits for memory is told, by how it uses lines.

   The evidence: whether a load needs another that is late (D1mc of D1ml), the
   distance between uses (Std / Stn), how many bytes of the lines are used (Used
   of the bytes of Lf), and the classes of misses if the run counted them. */

#ifndef MEMORY_H
#define MEMORY_H

#include "report/evidence.h"

/* Whether most late loads wait for other late ones. */
gboolean memory_is_dependent(const Evidence* evidence);

/* Whether uses follow each other in steps of two lines or more. */
gboolean memory_is_strided(const Evidence* evidence);

/* Whether they do, and little of each line is used. */
gboolean memory_is_sparse(const Evidence* evidence);

/* Whether such lines also come faster than memory is, as prefetchers are taken
   to bring them in time. */
gboolean memory_is_flooded(const Evidence* evidence);

/* Set what is known of misses, of misses that share a set, and of page walks,
   in a cause that has its share and a general name.  The caller frees the text.
 */
void memory_explain(const Evidence* evidence, Cause* cause);
void memory_explain_sets(const Evidence* evidence, Cause* cause);
void memory_explain_pages(const Evidence* evidence, Cause* cause);

#endif
