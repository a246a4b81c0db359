<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-or-later -->
<!-- man.xsl: one man page of cg-manual.xml: the refentry whose id is the
     parameter `page', in the file of that name.  From the whole manual, so that
     the page can name chapters of it. -->
<xsl:stylesheet version="1.0"
   xmlns:xsl="http://www.w3.org/1999/XSL/Transform">

<xsl:import href="http://docbook.sourceforge.net/release/xsl/current/manpages/docbook.xsl"/>

<xsl:param name="page"/>
<xsl:param name="version"/>

<xsl:param name="man.output.quietly" select="1"/>
<xsl:param name="man.authors.section.enabled" select="0"/>
<xsl:param name="man.copyright.section.enabled" select="0"/>

<!-- The same pages from the same sources, whatever the day. -->
<xsl:param name="man.th.extra1.suppress" select="1"/>
<xsl:param name="refentry.meta.get.quietly" select="1"/>
<xsl:param name="refentry.source.fallback" select="concat('cachegrind ', $version)"/>
<xsl:param name="refentry.manual.fallback" select="'Cachegrind'"/>

<xsl:param name="variablelist.term.break.after" select="1"/>
<xsl:param name="variablelist.term.separator" select="''"/>

<xsl:template match="/">
   <xsl:if test="not(//refentry[@id = $page])">
      <xsl:message terminate="yes">
         <xsl:text>no refentry has the id </xsl:text>
         <xsl:value-of select="$page"/>
      </xsl:message>
   </xsl:if>
   <xsl:apply-templates select="//refentry[@id = $page]"/>
</xsl:template>

<!-- An option is referred to by its name. -->
<xsl:template match="varlistentry[term/option]" mode="xref-to">
   <xsl:variable name="name">
      <option>
         <xsl:value-of select="substring-before(concat(term/option, '='), '=')"/>
      </option>
   </xsl:variable>
   <xsl:apply-templates select="exsl:node-set($name)/option"
      xmlns:exsl="http://exslt.org/common"/>
</xsl:template>

</xsl:stylesheet>
