# SPDX-License-Identifier: GPL-2.0-or-later
# Tap.pm: what suites in Perl need besides Test::More, whose skip() prints no
# name of the test.
#
#    skip_test(WHAT, WHY)   prints `ok N - WHAT # skip WHY'
#
# The head of tap.sh says which reasons begin with `this machine: '.

package Tap;

use strict;
use warnings;

use Exporter qw(import);
use Test2::API qw(context);

our @EXPORT_OK = qw(skip_test);

sub skip_test
{
   my ($what, $why) = @_;
   my $context = context();
   $context->skip($what, $why);
   $context->release;
   return;
}

1;
