# SPDX-License-Identifier: GPL-2.0-or-later
# Cases.pm: reads the files in cases/, and the fields of a row of bad-profiles.
#
# A case is a text file.  Its fields are, in any order:
#
#    run: COMMAND       what /bin/sh runs; several such fields are lines of one script
#    FILE:              an input with these lines; without lines it is empty
#       | LINE
#    FILE: shared/NAME  an input that several cases read: cases/shared/NAME
#    FILE: shared/NAME EDIT
#                       the same after a substitution in Perl; without shared/NAME,
#                       of cases/shared/profile
#    mtime: FILE SECONDS
#                       the input was last changed so long after all others
#    output:            standard output, lines as above; without this field: nothing
#    errors:            standard error; without this field: nothing
#    status: NUMBER     the exit status; without this field: 0
#    wrote FILE:        a file that the command must have written
#
# In a LINE, \xNN is a byte, \t a tab, \r a carriage return and \\ a backslash.  A
# backslash at the end of a LINE means that no newline follows.  Outside of fields,
# a line that is empty or begins with # is a comment.
#
#    fields_of($text)   these fields, [KEY, VALUE, LINES, COMMENT, TEXT]...
#    input_of($value, $lines)
#                       the text of a file, as a field describes it
#    case_names()       all cases
#    case_path($name)   where a case is
#    read_case($name)   { command, inputs => { FILE => [text, seconds] }, output,
#                       errors, status, files => { FILE => text } }
#    with_results($text, $got)
#                       the text of a case, after its results were replaced
#    write_inputs($dir, $inputs)
#                       puts the inputs of a case there
#    unpacked($name)    a temporary directory that has a case's inputs

package Cases;

use strict;
use warnings;

use Cwd qw(abs_path);
use Encode qw(decode encode);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use lib dirname(abs_path(__FILE__));
use ProgramTest;

our @EXPORT = qw(fields_of input_of case_names case_path read_case with_results
                 write_inputs unpacked);

my $INPUT_TIME = 1_600_000_000;
my %ESCAPE = ('\\' => '\\', t => "\t", r => "\r", "\n" => '');
my $COMMENT = qr/(?:(?:#.*)?\n)*/;
my $FIELD = qr{ *((?:wrote )?[-.\w/]+):(?: (.+))?\n((?: *\|.*\n)*)};
my $CASES = dirname(abs_path(__FILE__)) . '/cases';

# --- fields -------------------------------------------------------------------

sub fields_of
{
   my ($text) = @_;
   my @fields;
   while ($text =~ /\G($COMMENT)($FIELD)/gc) {
      push @fields, [$3, $4, $5, $1, $2];
      die "$3: both a value and lines\n" if defined $4 && $5 ne '';
   }
   my $rest = substr($text, pos($text) || 0);
   die "this is not a field:\n$rest" unless $rest =~ /\A$COMMENT\z/;
   return @fields;
}

# What the lines `   | LINE' stand for.
sub text_of
{
   my ($lines) = @_;
   $lines =~ s/^ *\| ?//mg;
   $lines =~ s{\\(?:x([0-9a-fA-F]{2})|(.|\n))}
              {defined $1 ? chr hex $1 : $ESCAPE{$2} // die "\\$2 is no escape\n"}ge;
   return $lines;
}

# The lines that stand for a text.  What a terminal would not show is escaped.
sub lines_of
{
   my ($text) = @_;
   return '' if $text eq '';
   $text = decode('UTF-8', $text =~ s/\\/\\\\/gr, sub { join('', map { escape(chr) } @_) });
   $text =~ s{([^\n\pL\pM\pN\pP\pS ]| (?=\n|\z))}
             {join('', map { escape($_) } split(//, encode('UTF-8', $1)))}ge;
   $text .= "\\\n" unless $text =~ /\n\z/;
   return encode('UTF-8', $text =~ s/^(.*)\n/$1 eq '' ? "   |\n" : "   | $1\n"/mger);
}

sub escape
{
   my ($byte) = @_;
   return $byte eq "\t" ? '\t' : $byte eq "\r" ? '\r' : sprintf('\x%02x', ord $byte);
}

sub input_of
{
   my ($value, $lines) = @_;
   return text_of($lines) unless defined $value;
   my ($name, $edit) = $value =~ m{^(?:shared/(\S+) ?)?(.*)};
   my $path = "$CASES/shared/" . ($name // 'profile');
   my $text = contents($path) // die "$path: $!\n";
   return $text if $edit eq '';
   my $changed = eval "\$text =~ $edit";
   die "$edit: ", $@ || "changes nothing\n" unless $changed;
   return $text;
}

# --- cases --------------------------------------------------------------------

sub case_names { return map { basename($_) } grep { -f } glob("$CASES/*") }
sub case_path { return "$CASES/$_[0]" }

sub read_case
{
   my ($name) = @_;
   my $text = contents(case_path($name)) // die "no such case\n";
   my %case = (command => '', inputs => {}, files => {});
   my @times;
   for (fields_of($text)) {
      my ($key, $value, $lines) = @$_;
      die "$key: nothing follows\n" if $key =~ /^(?:run|mtime|status)$/ && !defined $value;
      if ($key eq 'run') {
         $case{command} .= "$value\n";
      } elsif ($key eq 'mtime') {
         push @times, $value;
      } elsif ($key =~ /^(?:output|errors|status|wrote (.*))$/) {
         my $results = defined $1 ? $case{files} : \%case;
         die "two fields $key\n" if defined $results->{$1 // $key};
         die "$key: the text belongs into lines\n" if defined $value && $key ne 'status';
         $results->{$1 // $key} = $key eq 'status' ? "$value\n" : text_of($lines);
      } else {
         die "two fields $key\n" if $case{inputs}{$key};
         $case{inputs}{$key} = [input_of($value, $lines), 0];
      }
   }
   die "no field run\n" if $case{command} eq '';
   for (@times) {
      my ($file, $seconds) = /^(\S+) (-?\d+)$/ or die "mtime: not `FILE SECONDS': $_\n";
      ($case{inputs}{$file} // die "mtime: no input $file\n")->[1] = $seconds;
   }
   return { output => '', errors => '', status => "0\n", %case };
}

# Fields that are there stay where they are; others go to the end.
sub with_results
{
   my ($text, $got) = @_;
   my %new = map { $_ => $got->{$_} eq '' ? '' : "$_:\n" . lines_of($got->{$_}) } qw(output errors);
   $new{status} = $got->{status} eq "0\n" ? '' : "status: $got->{status}";
   my $new_text = '';
   for (fields_of($text)) {
      my ($key, undef, undef, $comment, $field) = @$_;
      if ($key =~ /^wrote (.*)/) {
         $field = "$key:\n" . lines_of($got->{files}{$1} // die "no file $1 was written\n");
      }
      $new_text .= $comment . (delete $new{$key} // $field);
   }
   my ($last) = $text =~ /(?:\A|\n)($COMMENT)\z/;
   return $new_text . join('', map { $new{$_} // '' } qw(output errors status)) . $last;
}

sub write_inputs
{
   my ($dir, $inputs) = @_;
   for my $name (keys %$inputs) {
      my ($text, $seconds) = @{ $inputs->{$name} };
      write_file("$dir/$name", $text, $INPUT_TIME + $seconds);
   }
}

sub unpacked
{
   my ($name) = @_;
   my $dir = tempdir("$name-XXXXXXXX", TMPDIR => 1, CLEANUP => 1);
   write_inputs($dir, read_case($name)->{inputs});
   return $dir;
}

1;
