// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. SaxonJS does it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const SaxonJS = require('saxon-js');

const NAMES = ['Ada', 'Bela', 'Chen', 'Dora', 'Emil', 'Fumiko', 'Gita', 'Hugo'];
const GOODS = ['paper', 'ink &amp; pens', 'chairs', 'lamps &lt;LED&gt;', 'shelves'];

//@@State(Scope.Thread)
class Orders {
    //@@Param({"20", "200"})
    orders = 0;
    document = '';
    bytes = Buffer.alloc(0);

    // Names and goods in an order that looks like none; what has to be escaped is among them.
    //@@Setup
    write() {
        let text = '<orders>\n';
        for (let at = 0; at < 8; ++at) {
            const customer = (at * 3) % 8;
            text += `  <customer id="c${customer}" name="${NAMES[customer]}"/>\n`;
        }
        for (let order = 0; order < this.orders; ++order) {
            text += `  <order customer="c${(order * 5) % 8}" day="${(order * 37) % this.orders}">\n`;
            for (let item = 0; item <= order % 3; ++item) {
                const pieces = 1 + ((order + item) % 7) * (order % 5);
                const price = (order * 13 + item * 7) % 400;
                text += `    <item pieces="${pieces}" price="${price}">${GOODS[(order + item) % 5]}</item>\n`;
            }
            text += '  </order>\n';
        }
        this.document = `${text}</orders>\n`;
        this.bytes = Buffer.from(this.document);
    }
}

// SaxonJS runs what its command xslt3 has compiled. It takes a second, so it is done once per process.
const compiled = {};

function compile(name) {
    const folder = mkdtempSync(join(tmpdir(), 'stylesheets-'));
    const file = join(folder, 'compiled.json');
    execFileSync(process.execPath, [require.resolve('xslt3/xslt3.js'), `-xsl:${name}.xsl`, `-export:${file}`, '-nogo']);
    const stylesheet = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(folder, { recursive: true });
    return stylesheet;
}

//@@State(Scope.Thread)
class Stylesheets {
    copy = null;
    report = null;

    //@@Setup
    compile() {
        this.copy = compiled.copy ??= compile('copy');
        this.report = compiled.report ??= compile('report');
    }
}

// The upper bound: the text once more.
//@@Benchmark(baseline = Baseline.BOUND)
function copyText(orders) {
    return orders.bytes.toString('latin1');
}

// Parsed, copied node by node by a stylesheet, and written.
//@@Benchmark
function copyNodes(orders, stylesheets) {
    return transformed(orders.document, stylesheets.copy);
}

//@@Benchmark
function transform(orders, stylesheets) {
    return transformed(orders.document, stylesheets.report);
}

function transformed(text, stylesheet) {
    const options = { stylesheetInternal: stylesheet, sourceText: text, destination: 'serialized' };
    return SaxonJS.transform(options, 'sync').principalResult;
}
