/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_out.h: the files that the tool writes - profile, conflict report, trace.

   A regular file appears complete or not at all, whether it is new or replaces
   an older one.  It is overwritten only if it cannot be replaced: if no file
   can be created in its directory, if it is mounted, or if others have rights
   to it, which it keeps.  Until it is complete, it has a temporary name; if the
   program takes this name away, that is an error.  Other files (devices, FIFOs)
   are written to directly, and so is the standard input of a command.

   A path can be a name for a file that is open, as /dev/stdout is.  Then the
   output goes to what was open when the path was checked or opened first: the
   program can close the descriptor, and open another file with its number.  In
   a regular file it comes after what is there, and takes the place of the same
   output if that is the end of the file.

   After the first error, nothing more is written.  The function that closes the
   file returns this error. */

#ifndef CG_OUT_H
#define CG_OUT_H

#include "pub_tool_basics.h"

/* A file that stays open; see cg_out_keep_files. */
typedef struct KeptFile_ KeptFile;

/* A file that is open when the run begins. */
typedef struct GivenFile_ GivenFile;

/* The members are private.  The size is public because an OutFile should be
   static: at the end of a run, memory may be scarce. */
typedef struct {
   Int    fd;      /* -1: not open */
   Int    error;   /* the first: an errno or the one below; 0: none */
   HChar* path;    /* the file's final path, or the command */
   HChar* temp;    /* where the file is until it is complete; NULL: at `path' */
   Int    status;  /* pipe with the command's exit status; -1: none */
   Bool   is_pipe; /* no regular file: the reader may close it */
   Bool   overwrites;     /* `path' will get the contents of `temp', and stay */
   Int    refused;        /* why `path' cannot be written, so that `temp' will
                             stay beside it; 0: it can */
   Bool       keeps_temp; /* the temporary file stays: there is no other */
   HChar*     left;       /* the last one that stayed; NULL: none */
   HChar*     left_for;   /* what `path' was then */
   Int        left_by;    /* the process that left it */
   KeptFile*  kept;       /* what the file becomes or is; NULL: none */
   GivenFile* given;      /* that `path' is the name of; NULL: none */
   UInt       used;
   HChar      buffer[1 << 16];
} OutFile;

/* The command did not end with exit status 0. */
#define CG_OUT_COMMAND_FAILED -1

/* During the run, the file has got a second name or other rights, or another
   file its name. */
#define CG_OUT_CHANGED -5

/* The file has a second name, which somebody else may have chosen, and no file
   can be made beside it. */
#define CG_OUT_SECOND_NAME -7

/* The program has taken the name of the temporary file away. */
#define CG_OUT_REMOVED -4

/* The path is a symbolic link, or a file of another user, in a directory like
   /tmp, where anybody can have made it. */
#define CG_OUT_OPEN_TO_ALL -3

/* The reader of a pipe did not come, or took nothing, until a signal came to
   end the process. */
#define CG_OUT_INTERRUPTED -6

/* Open the file `path' for writing.  If it cannot be written, as a directory
   cannot, the file will stay beside it if possible, closing it tells the user
   where, and returns why.  Opening a FIFO waits for its reader.  Returns 0, or
   the error.  The functions below can be called after an error, too. */
Int cg_out_open(OutFile* out, const HChar* path);

/* Like cg_out_open, but for a file that is written while the program runs: it
   must be possible to write `path', and the program cannot see or close its
   descriptor.  If `path' begins with `|', the
   rest is a command for the shell.  The command reads the output from its
   standard input, and closing the file waits until the command ends. */
Int cg_out_open_early(OutFile* out, const HChar* path);

/* Write to the pipe whose writing end is `fd', until it is closed. */
void cg_out_open_pipe(OutFile* out, Int fd);

/* Write bytes, a string, a number, an address or a character.  Errors are
   returned when the file is closed. */
void cg_out_bytes(OutFile* out, const void* bytes, SizeT n_bytes);
void cg_out_string(OutFile* out, const HChar* s);
void cg_out_number(OutFile* out, ULong n);  /* in decimal */
void cg_out_address(OutFile* out, ULong n); /* in hexadecimal, with 0x */

static inline void cg_out_char(OutFile* out, HChar c)
{
   cg_out_bytes(out, &c, 1);
}

/* Close the file and put it in place.  If there was an error, discard what was
   written instead.  Returns 0, or the error. */
Int cg_out_close(OutFile* out);

/* From now on, regular files stay open when they are closed, and opening one
   again overwrites it, wherever its name leads then.  To be called before the
   program gives up rights, or its view of the file system.  Other programs do
   not inherit the files. */
void cg_out_keep_files(void);

/* Put the file in place as it is now.  The file stays open, and can be written
   to. */
void cg_out_publish(OutFile* out);

/* Close the file and discard what was written.  Returns 0, or the error. */
Int cg_out_discard(OutFile* out);

/* In a forked child: close the parent's file and leave it as it is. */
void cg_out_forget(OutFile* out);

/* Whether `path' is a regular file, or does not exist yet. */
Bool cg_out_is_file(const HChar* path);

/* Whether `path' can be written several times: pipes and devices cannot. */
Bool cg_out_is_repeatable(const HChar* path);

/* Whether a program that gets the name `path' later can replace the file: it is
   a regular file, or does not exist yet, and `path' is not only a name for a
   file that this process has open, as /dev/stdout is. */
Bool cg_out_is_replaceable(const HChar* path);

/* Whether both paths name one regular file, however they are spelled.  It need
   not exist yet. */
Bool cg_out_are_same_file(const HChar* path_1, const HChar* path_2);

/* Whether the regular file `path' is where the core writes its messages.  With
   -q, they may share what the shell has opened (>file 2>&1): there are none. */
Bool cg_out_is_log(const HChar* path);

/* Check that the file `path' can be written: an error should be found before
   the run, not after it.  If it cannot be written, tell the user as
   cg_out_complain does, and exit with status 1.  With --trace-children=yes the
   run continues after this message, because the process that started this one
   may depend on it.  Devices and FIFOs are not checked.  No change remains. */
void cg_out_check(const HChar* what, const HChar* path);

/* A copy of a name for messages, without what terminals obey: the directory
   above can have any name.  The caller frees it with VG_(free). */
HChar* cg_out_printable(const HChar* name);

/* Tell the user, in one line, that `what', for instance "the profile", could
   not be written to `path', without what terminals obey, and why.  `error' is
   what the functions above returned. */
void cg_out_complain(const HChar* what, const HChar* path, Int error);

#endif /* CG_OUT_H */
