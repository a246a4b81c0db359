# SPDX-License-Identifier: GPL-2.0-or-later
# Formulas.pm: the events that a profile defines by formulas, as the tool writes
# them: sums of events with whole weights.

package Formulas;

use strict;
use warnings;

use Exporter 'import';
use List::Util qw(sum0);
our @EXPORT_OK = qw(value_of terms_of);

# What each term of a formula, for instance "Ir + 10 D1mr", makes of counts, a
# hash by event; this, too, is by event.  An event without a count is 0.
sub terms_of
{
   my ($formula, $n) = @_;
   my %terms;
   for my $term (split / \+ /, $formula) {
      my ($weight, $event) = $term =~ /^(?:(\d+) )?(\w+)$/;
      $terms{$event} += ($weight // 1) * ($n->{$event} // 0);
   }
   return \%terms;
}

# What the whole formula makes of them.
sub value_of
{
   return sum0(values %{ terms_of(@_) });
}

1;
