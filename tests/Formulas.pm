# SPDX-License-Identifier: GPL-2.0-or-later
# Formulas.pm: the events that a profile defines by formulas, as the tool writes
# them: sums of events with whole weights.

package Formulas;

use strict;
use warnings;

use Exporter 'import';
our @EXPORT_OK = qw(value_of);

# What a formula, for instance "Ir + 10 D1mr", makes of counts, a hash by event.
# An event without a count is 0.
sub value_of
{
   my ($formula, $n) = @_;
   my $sum = 0;
   for my $term (split / \+ /, $formula) {
      my ($weight, $event) = $term =~ /^(?:(\d+) )?(\w+)$/;
      $sum += ($weight // 1) * ($n->{$event} // 0);
   }
   return $sum;
}

1;
