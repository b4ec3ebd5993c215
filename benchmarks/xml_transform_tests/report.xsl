<?xml version="1.0"?>
<!-- A report of orders: one section per customer, in alphabetical order, with totals. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" omit-xml-declaration="yes" indent="no" encoding="UTF-8"/>
  <xsl:strip-space elements="*"/>
  <xsl:key name="by-customer" match="order" use="@customer"/>

  <xsl:template match="/orders">
    <report orders="{count(order)}">
      <xsl:apply-templates select="customer">
        <xsl:sort select="@name"/>
      </xsl:apply-templates>
    </report>
  </xsl:template>

  <xsl:template match="customer">
    <xsl:variable name="own" select="key('by-customer', @id)"/>
    <section name="{@name}" pieces="{sum($own/item/@pieces)}">
      <xsl:for-each select="$own">
        <xsl:sort select="@day" data-type="number" order="descending"/>
        <line day="{@day}">
          <xsl:apply-templates select="item"/>
        </line>
      </xsl:for-each>
    </section>
  </xsl:template>

  <xsl:template match="item">
    <xsl:if test="position() &gt; 1">, </xsl:if>
    <xsl:value-of select="concat(@pieces, ' ', .)"/>
    <xsl:choose>
      <xsl:when test="@pieces * @price &gt;= 1000"> (large)</xsl:when>
      <xsl:when test="@pieces = 1"> (single)</xsl:when>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
