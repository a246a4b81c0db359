<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-or-later -->
<!-- html.xsl: cg-manual.xml as one HTML page; chunk.xsl builds on it.  What
     docbook-xsl makes of DocBook is kept, but for links to each section and
     option, links between the man pages, and a head that phones understand. -->
<xsl:stylesheet version="1.0"
   xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
   xmlns="http://www.w3.org/1999/xhtml">

<xsl:import href="http://docbook.sourceforge.net/release/xsl/current/xhtml5/docbook.xsl"/>

<!-- A browser takes the page for HTML, in which an XML declaration is junk. -->
<xsl:output method="xml" encoding="UTF-8" omit-xml-declaration="yes"/>

<xsl:param name="css.folder" select="''"/>

<!-- Shipped beside the pages; docbook-xsl's own would be written by xsltproc. -->
<xsl:param name="docbook.css.source" select="''"/>
<xsl:param name="html.stylesheet" select="concat($css.folder, 'cg-manual.css')"/>

<!-- Links from outside must hold when sections move. -->
<xsl:param name="generate.consistent.ids" select="1"/>

<xsl:param name="section.autolabel" select="1"/>
<xsl:param name="section.label.includes.component.label" select="1"/>
<xsl:param name="toc.section.depth" select="2"/>
<xsl:param name="generate.toc">
book toc,title
</xsl:param>

<!-- In the manual a man page is named, as chapters are. -->
<xsl:param name="refentry.generate.name" select="0"/>
<xsl:param name="refentry.generate.title" select="1"/>
<xsl:param name="refentry.separator" select="0"/>
<xsl:param name="citerefentry.link" select="1"/>

<!-- Our style sheet does these. -->
<xsl:param name="css.decoration" select="0"/>
<xsl:param name="ulink.target" select="''"/>
<xsl:param name="variablelist.term.break.after" select="1"/>
<xsl:param name="variablelist.term.separator" select="''"/>

<!-- The first thing in the head, as a title may have any character. -->
<xsl:template name="system.head.content">
   <meta charset="UTF-8"/>
   <meta name="viewport" content="width=device-width, initial-scale=1"/>
   <meta name="color-scheme" content="light dark"/>
</xsl:template>

<!-- The language is that of the book, wherever it is cut into pages. -->
<xsl:template name="root.attributes">
   <xsl:attribute name="lang">
      <xsl:value-of select="/*/@lang"/>
   </xsl:attribute>
</xsl:template>

<!-- Rules are for the style sheet, and what is empty for nobody: as HTML,
     <div/> does not end there. -->
<xsl:param name="default.table.frame" select="'none'"/>
<xsl:template name="border"/>
<xsl:template name="refentry.titlepage"/>

<!-- A table is as wide as what is in it, and scrolls within itself. -->
<xsl:template match="table|informaltable">
   <div class="wide"><xsl:apply-imports/></div>
</xsl:template>

<!-- Others are never broken at the end of a line. -->
<xsl:template match="option[string-length(.) &gt; 30]">
   <span class="long"><xsl:apply-imports/></span>
</xsl:template>

<!-- === links to this place ============================================== -->

<xsl:template name="permalink">
   <xsl:param name="to" select="@id"/>
   <xsl:if test="$to">
      <xsl:text> </xsl:text>
      <a class="permalink" href="#{$to}" title="link to this place">#</a>
   </xsl:if>
</xsl:template>

<!-- Only headings are asked for with allow-anchors. -->
<xsl:template match="chapter|appendix|preface|reference|section|sect1|sect2|sect3"
   mode="object.title.markup">
   <xsl:param name="allow-anchors" select="0"/>
   <xsl:apply-imports/>
   <xsl:if test="$allow-anchors != 0">
      <xsl:call-template name="permalink"/>
   </xsl:if>
</xsl:template>

<xsl:template match="reference/title" mode="titlepage.mode" priority="3">
   <h1 class="title">
      <xsl:apply-templates select=".." mode="object.title.markup">
         <xsl:with-param name="allow-anchors" select="1"/>
      </xsl:apply-templates>
   </h1>
</xsl:template>

<!-- The level of the heading that a program's name is. -->
<xsl:param name="program.level" select="2"/>

<!-- A heading, so many levels below that, with a link to an id. -->
<xsl:template name="program.heading">
   <xsl:param name="below" select="0"/>
   <xsl:param name="text"/>
   <xsl:param name="to"/>
   <xsl:element name="h{$program.level + $below}"
      namespace="http://www.w3.org/1999/xhtml">
      <xsl:copy-of select="$text"/>
      <xsl:call-template name="permalink">
         <xsl:with-param name="to" select="$to"/>
      </xsl:call-template>
   </xsl:element>
</xsl:template>

<xsl:template match="refnamediv">
   <div class="refnamediv">
      <xsl:call-template name="program.heading">
         <xsl:with-param name="text">
            <xsl:value-of select="../refmeta/refentrytitle"/>
            <xsl:text>(</xsl:text>
            <xsl:value-of select="../refmeta/manvolnum"/>
            <xsl:text>)</xsl:text>
         </xsl:with-param>
         <xsl:with-param name="to" select="../@id"/>
      </xsl:call-template>
      <p><xsl:apply-templates/></p>
   </div>
</xsl:template>

<xsl:template match="refsynopsisdiv">
   <div class="refsynopsisdiv">
      <xsl:call-template name="program.heading">
         <xsl:with-param name="below" select="1"/>
         <xsl:with-param name="text">Synopsis</xsl:with-param>
      </xsl:call-template>
      <xsl:apply-templates/>
   </div>
</xsl:template>

<xsl:template match="refsect1/title | refsect2/title">
   <xsl:call-template name="program.heading">
      <xsl:with-param name="below" select="count(ancestor::refsect1 | ancestor::refsect2)"/>
      <xsl:with-param name="text"><xsl:apply-templates/></xsl:with-param>
      <xsl:with-param name="to" select="../@id"/>
   </xsl:call-template>
</xsl:template>

<xsl:template match="varlistentry[@id]">
   <dt id="{@id}">
      <xsl:apply-templates select="term"/>
      <xsl:call-template name="permalink"/>
   </dt>
   <dd><xsl:apply-templates select="listitem"/></dd>
</xsl:template>

<!-- === links elsewhere =================================================== -->

<!-- An option is referred to by its name: its values are where the link
     leads. -->
<xsl:template match="varlistentry[term/option]" mode="xref-to">
   <code class="option">
      <xsl:value-of select="substring-before(concat(term/option, '='), '=')"/>
   </code>
</xsl:template>

<!-- Programs of which the manual has the page; others stay text. -->
<xsl:template match="citerefentry">
   <xsl:variable name="page"
      select="key('id', concat(refentrytitle, '.', manvolnum))"/>
   <xsl:choose>
      <xsl:when test="$page">
         <a class="citerefentry">
            <xsl:attribute name="href">
               <xsl:call-template name="href.target">
                  <xsl:with-param name="object" select="$page"/>
               </xsl:call-template>
            </xsl:attribute>
            <xsl:call-template name="inline.charseq"/>
         </a>
      </xsl:when>
      <xsl:otherwise>
         <xsl:call-template name="inline.charseq"/>
      </xsl:otherwise>
   </xsl:choose>
</xsl:template>

</xsl:stylesheet>
