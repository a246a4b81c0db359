# SPDX-License-Identifier: GPL-2.0-or-later
# TraceRecords.pm: the bytes of traces, for the suites that make some.  The
# manual's section "The format of traces" describes them.
#
#    $TRACE_MAGIC                     how a trace begins
#    number($n), signed($n), string($s)
#                                     the elements of records
#    numbers(@n)                      several numbers
#    run_record($segment, $last, $addrs)
#                                     a RUN

package TraceRecords;

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT = qw($TRACE_MAGIC number signed string numbers run_record);

our $TRACE_MAGIC = "CGTRACE\1";

sub number
{
   my ($n) = @_;
   my $bytes = '';
   for (; $n >= 128; $n >>= 7) { $bytes .= chr($n & 127 | 128) }
   return $bytes . chr($n);
}
sub signed { my ($n) = @_; return number($n >= 0 ? 2 * $n : -2 * $n - 1) }
sub string { my ($s) = @_; return number(length $s) . $s }
sub numbers { return join('', map { number($_) } @_) }

# A RUN of a segment, whose references went to @$last before, and now to @$addrs:
# sizes of what follows, then that, as few bytes as will do.
sub run_record
{
   my ($segment, $last, $addrs) = @_;
   my ($codes, $bytes) = (0, '');
   for my $i (0 .. $#$addrs) {
      my $delta = $addrs->[$i] - $last->[$i];
      my $code = $delta >= -128 && $delta < 128 ? 0
               : $delta >= -2**15 && $delta < 2**15 ? 1
               : $delta >= -2**31 && $delta < 2**31 ? 2 : 3;
      $codes |= $code << 2 * $i;
      $bytes .= substr(pack('q<', $delta), 0, 1 << $code);
      $last->[$i] = $addrs->[$i];
   }
   return number(16 + $segment)
          . substr(pack('V', $codes), 0, int((@$addrs + 3) / 4)) . $bytes;
}

1;
