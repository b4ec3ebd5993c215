# A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. lxml does it.
from lxml import etree

NAMES = ("Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo")
GOODS = ("paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves")


#@@State(Scope.Thread)
class Orders:
    #@@Param({"20", "200"})
    orders: int = 0

    # Names and goods in an order that looks like none; what has to be escaped is among them.
    #@@Setup
    def write(self):
        lines = ["<orders>\n"]
        for at in range(8):
            customer = at * 3 % 8
            lines.append(f'  <customer id="c{customer}" name="{NAMES[customer]}"/>\n')
        for order in range(self.orders):
            lines.append(f'  <order customer="c{order * 5 % 8}" day="{order * 37 % self.orders}">\n')
            for item in range(order % 3 + 1):
                lines.append(f'    <item pieces="{1 + (order + item) % 7 * (order % 5)}" '
                             f'price="{(order * 13 + item * 7) % 400}">{GOODS[(order + item) % 5]}</item>\n')
            lines.append("  </order>\n")
        lines.append("</orders>\n")
        self.document = "".join(lines)
        self.bytes = self.document.encode()


#@@State(Scope.Thread)
class Stylesheets:
    #@@Setup
    def compile(self):
        self.copy = etree.XSLT(etree.parse("copy.xsl"))
        self.report = etree.XSLT(etree.parse("report.xsl"))


# The upper bound: the text once more.
#@@Benchmark(baseline = Baseline.BOUND)
def copy_text(orders: Orders):
    return orders.bytes.decode()


# Parsed, copied node by node by a stylesheet, and written.
#@@Benchmark
def copy_nodes(orders: Orders, stylesheets: Stylesheets):
    return str(stylesheets.copy(etree.fromstring(orders.document)))


#@@Benchmark
def transform(orders: Orders, stylesheets: Stylesheets):
    return str(stylesheets.report(etree.fromstring(orders.document)))
