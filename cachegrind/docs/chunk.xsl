<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: GPL-2.0-or-later -->
<!-- chunk.xsl: cg-manual.xml as HTML, a page for each chapter and each program,
     named by its id, and index.html with the table of contents. -->
<xsl:stylesheet version="1.0"
   xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
   xmlns="http://www.w3.org/1999/xhtml">

<xsl:import href="html.xsl"/>
<xsl:import href="http://docbook.sourceforge.net/release/xsl/current/xhtml/chunk-common.xsl"/>
<xsl:include href="http://docbook.sourceforge.net/release/xsl/current/xhtml/chunk-code.xsl"/>
<xsl:include href="http://docbook.sourceforge.net/release/xsl/current/xhtml5/html5-chunk-mods.xsl"/>

<xsl:param name="css.folder" select="'../'"/>
<xsl:param name="program.level" select="1"/>
<xsl:param name="html.ext" select="'.html'"/>
<xsl:param name="use.id.as.filename" select="1"/>
<xsl:param name="chunk.section.depth" select="0"/>
<xsl:param name="chunk.quietly" select="1"/>
<xsl:param name="chunker.output.encoding" select="'UTF-8'"/>
<xsl:param name="chunker.output.omit-xml-declaration" select="'yes'"/>
<xsl:param name="generate.toc">
book toc,title
chapter toc
appendix toc
reference toc
</xsl:param>

<!-- The pages before and after, by their titles, and the contents. -->
<xsl:template name="neighbours">
   <xsl:param name="prev"/>
   <xsl:param name="next"/>
   <nav>
      <span class="prev">
         <xsl:call-template name="neighbour">
            <xsl:with-param name="page" select="$prev"/>
            <xsl:with-param name="rel" select="'prev'"/>
         </xsl:call-template>
      </span>
      <span class="up">
         <xsl:call-template name="not-empty"/>
         <xsl:if test="generate-id(.) != generate-id(/*)">
            <a href="index.html">Contents</a>
         </xsl:if>
      </span>
      <span class="next">
         <xsl:call-template name="neighbour">
            <xsl:with-param name="page" select="$next"/>
            <xsl:with-param name="rel" select="'next'"/>
         </xsl:call-template>
      </span>
   </nav>
</xsl:template>

<!-- For an element that may stay empty, which in HTML would not end where it
     starts. -->
<xsl:template name="not-empty">
   <xsl:text>&#8203;</xsl:text>
</xsl:template>

<xsl:template name="neighbour">
   <xsl:param name="page"/>
   <xsl:param name="rel"/>
   <xsl:call-template name="not-empty"/>
   <xsl:if test="count($page) &gt; 0">
      <a rel="{$rel}">
         <xsl:attribute name="href">
            <xsl:call-template name="href.target">
               <xsl:with-param name="object" select="$page"/>
            </xsl:call-template>
         </xsl:attribute>
         <xsl:apply-templates select="$page" mode="title.markup"/>
      </a>
   </xsl:if>
</xsl:template>

<xsl:template name="header.navigation">
   <xsl:param name="prev" select="/foo"/>
   <xsl:param name="next" select="/foo"/>
   <xsl:call-template name="neighbours">
      <xsl:with-param name="prev" select="$prev"/>
      <xsl:with-param name="next" select="$next"/>
   </xsl:call-template>
</xsl:template>

<xsl:template name="footer.navigation">
   <xsl:param name="prev" select="/foo"/>
   <xsl:param name="next" select="/foo"/>
   <xsl:call-template name="neighbours">
      <xsl:with-param name="prev" select="$prev"/>
      <xsl:with-param name="next" select="$next"/>
   </xsl:call-template>
</xsl:template>

</xsl:stylesheet>
