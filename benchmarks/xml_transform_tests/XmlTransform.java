// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. The JDK does it.

import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class XmlTransform {
    private static final String[] NAMES = {"Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo"};
    private static final String[] GOODS = {"paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves"};

    @State(Scope.Thread)
    public static class Orders {
        @Param({"20", "200"})
        public int orders;
        String document;

        // Names and goods in an order that looks like none; what has to be escaped is among them.
        @Setup
        public void write() {
            StringBuilder text = new StringBuilder("<orders>\n");
            for (int at = 0; at < 8; ++at) {
                int customer = at * 3 % 8;
                text.append("  <customer id=\"c" + customer + "\" name=\"" + NAMES[customer] + "\"/>\n");
            }
            for (int order = 0; order < orders; ++order) {
                text.append("  <order customer=\"c" + order * 5 % 8 + "\" day=\"" + order * 37 % orders + "\">\n");
                for (int item = 0; item <= order % 3; ++item) {
                    text.append("    <item pieces=\"" + (1 + (order + item) % 7 * (order % 5)) + "\" price=\""
                        + (order * 13 + item * 7) % 400 + "\">" + GOODS[(order + item) % 5] + "</item>\n");
                }
                text.append("  </order>\n");
            }
            document = text.append("</orders>\n").toString();
        }
    }

    @State(Scope.Thread)
    public static class Stylesheets {
        Templates copy;
        Templates report;

        @Setup
        public void compile() throws TransformerException {
            TransformerFactory factory = TransformerFactory.newInstance();
            copy = factory.newTemplates(new StreamSource(new File("copy.xsl")));
            report = factory.newTemplates(new StreamSource(new File("report.xsl")));
        }
    }

    // The upper bound: the text once more.
    @Benchmark //@@Benchmark(baseline = Baseline.BOUND)
    public String copyText(Orders orders) {
        return new StringBuilder(orders.document).toString();
    }

    // Parsed, copied node by node by a stylesheet, and written.
    @Benchmark
    public String copyNodes(Orders orders, Stylesheets stylesheets) throws TransformerException {
        return transformed(orders.document, stylesheets.copy);
    }

    @Benchmark
    public String transform(Orders orders, Stylesheets stylesheets) throws TransformerException {
        return transformed(orders.document, stylesheets.report);
    }

    private static String transformed(String text, Templates stylesheet) throws TransformerException {
        StringWriter written = new StringWriter();
        stylesheet.newTransformer().transform(new StreamSource(new StringReader(text)), new StreamResult(written));
        return written.toString();
    }
}
