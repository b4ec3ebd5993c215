// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. libxslt does it, by cgo.
package xml_transform

/*
#cgo CFLAGS: -I/usr/include/libxml2
#cgo LDFLAGS: -lxslt -lxml2
#include <stdlib.h>
#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

var names = [8]string{"Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo"}
var goods = [5]string{"paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves"}

// @@State(Scope.Thread)
type Orders struct {
	//@@Param({"20", "200"})
	orders   int
	document string
}

// Names and goods in an order that looks like none; what has to be escaped is among them.
// @@Setup
func (o *Orders) write() {
	var text strings.Builder
	text.WriteString("<orders>\n")
	for at := 0; at < 8; at++ {
		customer := at * 3 % 8
		fmt.Fprintf(&text, "  <customer id=\"c%d\" name=\"%s\"/>\n", customer, names[customer])
	}
	for order := 0; order < o.orders; order++ {
		fmt.Fprintf(&text, "  <order customer=\"c%d\" day=\"%d\">\n", order*5%8, order*37%o.orders)
		for item := 0; item <= order%3; item++ {
			fmt.Fprintf(&text, "    <item pieces=\"%d\" price=\"%d\">%s</item>\n",
				1+(order+item)%7*(order%5), (order*13+item*7)%400, goods[(order+item)%5])
		}
		text.WriteString("  </order>\n")
	}
	text.WriteString("</orders>\n")
	o.document = text.String()
}

// @@State(Scope.Thread)
type Stylesheets struct {
	copy, report C.xsltStylesheetPtr
}

// @@Setup
func (s *Stylesheets) compile() {
	s.copy, s.report = compiled("copy.xsl"), compiled("report.xsl")
}

func compiled(path string) C.xsltStylesheetPtr {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	stylesheet := C.xsltParseStylesheetFile((*C.xmlChar)(unsafe.Pointer(name)))
	if stylesheet == nil {
		panic("libxslt cannot read " + path)
	}
	return stylesheet
}

// The upper bound: the text once more.
// @@Benchmark(baseline = Baseline.BOUND)
func CopyText(orders *Orders) string {
	return strings.Clone(orders.document)
}

// Parsed, copied node by node by a stylesheet, and written.
// @@Benchmark
func CopyNodes(orders *Orders, stylesheets *Stylesheets) string {
	return transformed(orders.document, stylesheets.copy)
}

// @@Benchmark
func Transform(orders *Orders, stylesheets *Stylesheets) string {
	return transformed(orders.document, stylesheets.report)
}

func transformed(text string, stylesheet C.xsltStylesheetPtr) string {
	bytes := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	document := C.xmlReadMemory(bytes, C.int(len(text)), nil, nil, 0)
	defer C.xmlFreeDoc(document)
	result := C.xsltApplyStylesheet(stylesheet, document, nil)
	defer C.xmlFreeDoc(result)
	var written *C.xmlChar
	var size C.int
	if result == nil || C.xsltSaveResultToString(&written, &size, result, stylesheet) != 0 {
		panic("libxslt cannot transform the document")
	}
	defer C.free(unsafe.Pointer(written))
	return C.GoStringN((*C.char)(unsafe.Pointer(written)), size)
}
