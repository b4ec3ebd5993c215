// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. libxslt does it.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

#[link(name = "xml2")]
extern "C" {
    fn xmlReadMemory(bytes: *const c_char, size: c_int, url: *const c_char, encoding: *const c_char, options: c_int) -> *mut c_void;
    fn xmlFreeDoc(document: *mut c_void);
}

#[link(name = "xslt")]
extern "C" {
    fn xsltParseStylesheetFile(path: *const c_char) -> *mut c_void;
    fn xsltFreeStylesheet(stylesheet: *mut c_void);
    fn xsltApplyStylesheet(stylesheet: *mut c_void, document: *mut c_void, params: *const *const c_char) -> *mut c_void;
    fn xsltSaveResultToString(bytes: *mut *mut u8, size: *mut c_int, result: *mut c_void, stylesheet: *mut c_void) -> c_int;
}

extern "C" {
    fn free(memory: *mut c_void);
}

struct Document(*mut c_void);

impl Drop for Document {
    fn drop(&mut self) {
        unsafe { xmlFreeDoc(self.0) }
    }
}

struct Stylesheet(*mut c_void);

impl Stylesheet {
    fn compiled(path: &str) -> Self {
        let stylesheet = unsafe { xsltParseStylesheetFile(CString::new(path).unwrap().as_ptr()) };
        assert!(!stylesheet.is_null(), "libxslt cannot read {path}");
        Stylesheet(stylesheet)
    }
}

impl Drop for Stylesheet {
    fn drop(&mut self) {
        unsafe { xsltFreeStylesheet(self.0) }
    }
}

const NAMES: [&str; 8] = ["Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo"];
const GOODS: [&str; 5] = ["paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves"];

//@@State(Scope.Thread)
#[derive(Default)]
struct Orders {
    //@@Param({"20", "200"})
    orders: usize,
    document: String,
}

impl Orders {
    // Names and goods in an order that looks like none; what has to be escaped is among them.
    //@@Setup
    fn write(&mut self) {
        let mut text = String::from("<orders>\n");
        for at in 0..8 {
            let customer = at * 3 % 8;
            text += &format!("  <customer id=\"c{customer}\" name=\"{}\"/>\n", NAMES[customer]);
        }
        for order in 0..self.orders {
            text += &format!("  <order customer=\"c{}\" day=\"{}\">\n", order * 5 % 8, order * 37 % self.orders);
            for item in 0..=order % 3 {
                let pieces = 1 + (order + item) % 7 * (order % 5);
                let price = (order * 13 + item * 7) % 400;
                let name = GOODS[(order + item) % 5];
                text += &format!("    <item pieces=\"{pieces}\" price=\"{price}\">{name}</item>\n");
            }
            text += "  </order>\n";
        }
        self.document = text + "</orders>\n";
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Stylesheets {
    copy: Option<Stylesheet>,
    report: Option<Stylesheet>,
}

impl Stylesheets {
    //@@Setup
    fn compile(&mut self) {
        self.copy = Some(Stylesheet::compiled("copy.xsl"));
        self.report = Some(Stylesheet::compiled("report.xsl"));
    }
}

// The upper bound: the text once more.
//@@Benchmark(baseline = Baseline.BOUND)
fn copy_text(orders: &Orders) -> String {
    orders.document.clone()
}

// Parsed, copied node by node by a stylesheet, and written.
//@@Benchmark
fn copy_nodes(orders: &Orders, stylesheets: &Stylesheets) -> String {
    transformed(&orders.document, &stylesheets.copy)
}

//@@Benchmark
fn transform(orders: &Orders, stylesheets: &Stylesheets) -> String {
    transformed(&orders.document, &stylesheets.report)
}

fn transformed(text: &str, stylesheet: &Option<Stylesheet>) -> String {
    let stylesheet = stylesheet.as_ref().unwrap().0;
    let mut bytes = null_mut();
    let mut size = 0;
    unsafe {
        let document = Document(xmlReadMemory(text.as_ptr().cast(), text.len() as c_int, b"orders.xml\0".as_ptr().cast(), null(), 0));
        let result = Document(xsltApplyStylesheet(stylesheet, document.0, null()));
        let failed = result.0.is_null() || xsltSaveResultToString(&mut bytes, &mut size, result.0, stylesheet) != 0;
        assert!(!failed, "libxslt cannot transform the document");
        let written = std::slice::from_raw_parts(bytes, size as usize).to_vec();
        free(bytes.cast());
        String::from_utf8(written).unwrap()
    }
}
