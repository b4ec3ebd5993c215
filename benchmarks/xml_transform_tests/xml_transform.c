// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. libxslt does it.

#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//@@State(Scope.Thread)
typedef struct {
    //@@Param({"20", "200"})
    int orders;
    char *document;
    size_t size;
} Orders;

__attribute__((format(printf, 2, 3))) static void append(Orders *orders, const char *format, ...) {
    char line[200];
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    orders->document = realloc(orders->document, orders->size + size + 1);
    if (orders->document == NULL) clamh_fail("there is no memory for the document");
    memcpy(orders->document + orders->size, line, size + 1);
    orders->size += size;
}

// Names and goods in an order that looks like none; what has to be escaped is among them.
//@@Setup
void write_document(Orders *orders) {
    static const char *const names[] = {"Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo"};
    static const char *const goods[] = {"paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves"};
    append(orders, "<orders>\n");
    for (int at = 0; at < 8; ++at) append(orders, "  <customer id=\"c%d\" name=\"%s\"/>\n", at * 3 % 8, names[at * 3 % 8]);
    for (int order = 0; order < orders->orders; ++order) {
        append(orders, "  <order customer=\"c%d\" day=\"%d\">\n", order * 5 % 8, order * 37 % orders->orders);
        for (int item = 0; item <= order % 3; ++item)
            append(orders, "    <item pieces=\"%d\" price=\"%d\">%s</item>\n", 1 + (order + item) % 7 * (order % 5), (order * 13 + item * 7) % 400,
                   goods[(order + item) % 5]);
        append(orders, "  </order>\n");
    }
    append(orders, "</orders>\n");
}

//@@Teardown
void drop_document(Orders *orders) { free(orders->document); }

// What the last invocation wrote. It is freed by the next one, since what a benchmark returns is read after it.
//@@State(Scope.Thread)
typedef struct {
    char *text;
    xmlChar *bytes;
} Written;

//@@Teardown
void drop_written(Written *written) {
    free(written->text);
    xmlFree(written->bytes);
}

//@@State(Scope.Thread)
typedef struct {
    xsltStylesheetPtr copy;
    xsltStylesheetPtr report;
} Stylesheets;

//@@Setup
void compile(Stylesheets *stylesheets) {
    stylesheets->copy = xsltParseStylesheetFile(BAD_CAST "copy.xsl");
    stylesheets->report = xsltParseStylesheetFile(BAD_CAST "report.xsl");
    if (stylesheets->copy == NULL || stylesheets->report == NULL) clamh_fail("libxslt cannot read copy.xsl and report.xsl");
}

//@@Teardown
void drop_stylesheets(Stylesheets *stylesheets) {
    xsltFreeStylesheet(stylesheets->copy);
    xsltFreeStylesheet(stylesheets->report);
}

static const char *transformed(const Orders *orders, xsltStylesheetPtr stylesheet, Written *written) {
    xmlFree(written->bytes);
    written->bytes = NULL;
    xmlDocPtr document = xmlReadMemory(orders->document, (int)orders->size, "orders.xml", NULL, 0);
    xmlDocPtr result = xsltApplyStylesheet(stylesheet, document, NULL);
    int length = 0;
    const int failed = result == NULL || xsltSaveResultToString(&written->bytes, &length, result, stylesheet) != 0;
    xmlFreeDoc(result);
    xmlFreeDoc(document);
    if (failed) clamh_fail("libxslt cannot transform the document");
    return (const char *)written->bytes;
}

// The upper bound: the text once more.
//@@Benchmark(baseline = Baseline.BOUND)
const char *copy_text(const Orders *orders, Written *written) {
    free(written->text);
    written->text = malloc(orders->size + 1);
    if (written->text == NULL) clamh_fail("there is no memory for a copy");
    return memcpy(written->text, orders->document, orders->size + 1);
}

// Parsed, copied node by node by a stylesheet, and written.
//@@Benchmark
const char *copy_nodes(const Orders *orders, const Stylesheets *stylesheets, Written *written) {
    return transformed(orders, stylesheets->copy, written);
}

//@@Benchmark
const char *transform(const Orders *orders, const Stylesheets *stylesheets, Written *written) {
    return transformed(orders, stylesheets->report, written);
}
