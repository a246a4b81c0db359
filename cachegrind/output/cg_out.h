/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_out.h: the files that the tool writes - profile, conflict report, trace.

   A regular file appears, or replaces an older one, complete or not at all;
   only where it cannot be replaced - nothing can be created beside it, or it is
   mounted - is it overwritten.  Anything else (a device, a FIFO) is written to
   directly, and so is the standard input of a command.

   Errors are kept: after the first, what is written is dropped, and closing
   tells. */

#ifndef CG_OUT_H
#define CG_OUT_H

#include "pub_tool_basics.h"

/* Private but for its size: it should be static, because at the end of a run
   memory may have become scarce. */
typedef struct {
   Int    fd;      /* -1: not open */
   Int    error;   /* the first that occurred, an errno or one below; 0: none */
   HChar* path;    /* where the file shall be, or the command */
   HChar* temp;    /* where it is written until it is whole; NULL: to `path' */
   Int    status;  /* where the command's exit status comes from; -1: none */
   Bool   is_pipe; /* may lose its reader */
   UInt   used;
   HChar  buffer[1 << 16];
} OutFile;

/* The command did not end well. */
#define CG_OUT_COMMAND_FAILED -1

/* Open the file `path' for writing.  Returns out->error. */
Int cg_out_open(OutFile* out, const HChar* path);

/* Like cg_out_open, for a file that is written while the program runs: it
   cannot see or close this one's descriptor.  A path that begins with `|' is a
   command for the shell, which reads what is written from its standard input
   and is waited for when the file is closed. */
Int cg_out_open_early(OutFile* out, const HChar* path);

void cg_out_bytes(OutFile* out, const void* bytes, SizeT n_bytes);
void cg_out_string(OutFile* out, const HChar* s);
void cg_out_number(OutFile* out, ULong n); /* in decimal */

static inline void cg_out_char(OutFile* out, HChar c)
{
   cg_out_bytes(out, &c, 1);
}

/* Put the file in place, or leave no part of it.  Returns out->error. */
Int cg_out_close(OutFile* out);

/* Put the file in place as it is now, and go on writing to it. */
void cg_out_publish(OutFile* out);

/* Close the file and leave no part of it.  Returns out->error. */
Int cg_out_discard(OutFile* out);

/* In a forked child: close its parent's file and let it be. */
void cg_out_forget(OutFile* out);

/* Whether `path' is a regular file or, as yet, nothing: whether it can be
   written more than once. */
Bool cg_out_is_file(const HChar* path);

/* If the file `path' cannot be written, tell the user as cg_out_complain does,
   and exit with status 1: better now than when all work is done.  What is
   neither a regular file nor a directory is not tried.  Nothing is left
   changed. With --trace-children=yes the user is told only: this may be a
   program that another one has started, which would not expect it to end at
   once. */
void cg_out_check(const HChar* what, const HChar* path);

/* Tell the user in a line that `what', for instance "the profile", could not be
   written to `path', and why. */
void cg_out_complain(const HChar* what, const HChar* path, Int error);

#endif /* CG_OUT_H */
