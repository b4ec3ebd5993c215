// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. libxslt does it.

#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>

#include <memory>
#include <stdexcept>
#include <string>

class Benchmarks {
    using Document = std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)>;
    using Stylesheet = std::unique_ptr<xsltStylesheet, decltype(&xsltFreeStylesheet)>;

public:
    //@@State(Scope.Thread)
    struct Orders {
        //@@Param({"20", "200"})
        int orders;
        std::string document;

        // Names and goods in an order that looks like none; what has to be escaped is among them.
        //@@Setup
        void write() {
            static const char *const names[] = {"Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo"};
            static const char *const goods[] = {"paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves"};
            const auto text = [](int number) { return std::to_string(number); };
            document = "<orders>\n";
            for (int at = 0; at < 8; ++at) {
                const int customer = at * 3 % 8;
                document += "  <customer id=\"c" + text(customer) + "\" name=\"" + names[customer] + "\"/>\n";
            }
            for (int order = 0; order < orders; ++order) {
                document += "  <order customer=\"c" + text(order * 5 % 8) + "\" day=\"" + text(order * 37 % orders) + "\">\n";
                for (int item = 0; item <= order % 3; ++item)
                    document += "    <item pieces=\"" + text(1 + (order + item) % 7 * (order % 5)) + "\" price=\"" +
                                text((order * 13 + item * 7) % 400) + "\">" + goods[(order + item) % 5] + "</item>\n";
                document += "  </order>\n";
            }
            document += "</orders>\n";
        }
    };

    //@@State(Scope.Thread)
    struct Stylesheets {
        Stylesheet copy{nullptr, xsltFreeStylesheet};
        Stylesheet report{nullptr, xsltFreeStylesheet};

        //@@Setup
        void compile() {
            copy.reset(xsltParseStylesheetFile(BAD_CAST "copy.xsl"));
            report.reset(xsltParseStylesheetFile(BAD_CAST "report.xsl"));
            if (!copy || !report) throw std::runtime_error("libxslt cannot read copy.xsl and report.xsl");
        }
    };

    // The upper bound: the text once more.
    //@@Benchmark(baseline = Baseline.BOUND)
    static std::string copyText(const Orders &orders) { return std::string(orders.document); }

    // Parsed, copied node by node by a stylesheet, and written.
    //@@Benchmark
    static std::string copyNodes(const Orders &orders, const Stylesheets &stylesheets) {
        return transformed(orders.document, stylesheets.copy);
    }

    //@@Benchmark
    static std::string transform(const Orders &orders, const Stylesheets &stylesheets) {
        return transformed(orders.document, stylesheets.report);
    }

private:
    static std::string transformed(const std::string &text, const Stylesheet &stylesheet) {
        const Document document(xmlReadMemory(text.data(), static_cast<int>(text.size()), "orders.xml", nullptr, 0), xmlFreeDoc);
        const Document result(xsltApplyStylesheet(stylesheet.get(), document.get(), nullptr), xmlFreeDoc);
        xmlChar *bytes = nullptr;
        int length = 0;
        if (!result || xsltSaveResultToString(&bytes, &length, result.get(), stylesheet.get()) != 0)
            throw std::runtime_error("libxslt cannot transform the document");
        std::string written(reinterpret_cast<const char *>(bytes), length);
        xmlFree(bytes);
        return written;
    }
};
