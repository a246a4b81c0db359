# SPDX-License-Identifier: GPL-2.0-or-later
# PageData.pm: what is in a page of cg_html, for suites and benchmarks.
#
#    page_json($page)   the page's data, as a text of JSON.  Dies if the page has not
#                       exactly one element with data, or if these cannot be unpacked

package PageData;

use strict;
use warnings;

use Exporter qw(import);
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use MIME::Base64 qw(decode_base64);

our @EXPORT_OK = qw(page_json);

# The data are letters, digits and a few signs: nothing else, so that nothing in them can
# end the element.
my $DATA = qr{<script type="application/json" id="data" data-encoding="gzip">([A-Za-z0-9+/]+=*)</script>};

sub page_json
{
   my ($page) = @_;
   my @found = $page =~ /$DATA/g;
   my @elements = $page =~ /\bid="data"/g;
   die "a page has ", scalar(@elements), " elements with data, ", scalar(@found), " in base64\n"
      if @found != 1 || @elements != 1;
   gunzip(\decode_base64($found[0]), \my $json, MultiStream => 0, TrailingData => \my $rest)
      or die "the data of a page: $GunzipError\n";
   die "the data of a page: bytes after their end\n" if length($rest // '') > 0;
   return $json;
}

1;
