/* SPDX-License-Identifier: GPL-2.0-or-later */
/* conflict_report.h: reads a conflict report in JSON, which the tool writes
   with --report=FILE.json, and cg_conflicts with --format=json.  The manual
   describes it ("The format of conflict reports in JSON"). */

#ifndef CONFLICT_REPORT_H
#define CONFLICT_REPORT_H

#include <json-glib/json-glib.h>

#include "lib/renaming.h"

/* Returns the report in a file, with all members that a page reads and with
   indices that are in range.  Names of files and functions are changed as those
   of profiles are.  The caller frees it with json_node_unref().  Ends the
   program with a message if the file cannot be read or is no such report. */
JsonNode* conflict_report_read(const char* path, const Renaming* renaming);

#endif
