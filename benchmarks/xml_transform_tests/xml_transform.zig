// A real XSLT of documents that are made here, against a copy of every node and a plain copy of the text. libxslt does it.

const std = @import("std");
const allocator = std.heap.c_allocator;

const Document = opaque {};
const Stylesheet = opaque {};

extern fn xmlReadMemory(bytes: [*]const u8, size: c_int, url: [*:0]const u8, encoding: ?[*:0]const u8, options: c_int) ?*Document;
extern fn xmlFreeDoc(document: *Document) void;
extern fn xsltParseStylesheetFile(path: [*:0]const u8) ?*Stylesheet;
extern fn xsltFreeStylesheet(stylesheet: *Stylesheet) void;
extern fn xsltApplyStylesheet(stylesheet: *Stylesheet, document: *Document, params: ?[*]const ?[*:0]const u8) ?*Document;
extern fn xsltSaveResultToString(bytes: *?[*]u8, size: *c_int, result: *Document, stylesheet: *Stylesheet) c_int;

const names = [_][]const u8{ "Ada", "Bela", "Chen", "Dora", "Emil", "Fumiko", "Gita", "Hugo" };
const goods = [_][]const u8{ "paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves" };

//@@State(Scope.Thread)
const Orders = struct {
    //@@Param({"20", "200"})
    orders: usize = 0,
    document: std.ArrayList(u8) = .empty,

    // Names and goods in an order that looks like none; what has to be escaped is among them.
    //@@Setup
    fn write(self: *Orders) !void {
        try self.print("<orders>\n", .{});
        for (0..8) |place| {
            const customer = place * 3 % 8;
            try self.print("  <customer id=\"c{d}\" name=\"{s}\"/>\n", .{ customer, names[customer] });
        }
        for (0..self.orders) |order| {
            try self.print("  <order customer=\"c{d}\" day=\"{d}\">\n", .{ order * 5 % 8, order * 37 % self.orders });
            for (0..order % 3 + 1) |item| {
                const pieces = 1 + (order + item) % 7 * (order % 5);
                const price = (order * 13 + item * 7) % 400;
                try self.print("    <item pieces=\"{d}\" price=\"{d}\">{s}</item>\n", .{ pieces, price, goods[(order + item) % 5] });
            }
            try self.print("  </order>\n", .{});
        }
        try self.print("</orders>\n", .{});
    }

    fn print(self: *Orders, comptime format: []const u8, values: anytype) !void {
        var line: [256]u8 = undefined;
        try self.document.appendSlice(allocator, try std.fmt.bufPrint(&line, format, values));
    }

    fn deinit(self: *Orders) void {
        self.document.deinit(allocator);
    }
};

//@@State(Scope.Thread)
const Stylesheets = struct {
    copy: ?*Stylesheet = null,
    report: ?*Stylesheet = null,

    //@@Setup
    fn compile(self: *Stylesheets) !void {
        self.copy = xsltParseStylesheetFile("copy.xsl") orelse return error.CannotReadCopy;
        self.report = xsltParseStylesheetFile("report.xsl") orelse return error.CannotReadReport;
    }

    fn deinit(self: *Stylesheets) void {
        if (self.copy) |stylesheet| xsltFreeStylesheet(stylesheet);
        if (self.report) |stylesheet| xsltFreeStylesheet(stylesheet);
    }
};

// A text that the next one replaces: a benchmark of Zig returns no memory that its caller must free.
//@@State(Scope.Thread)
const Written = struct {
    text: []const u8 = "",

    fn put(self: *Written, bytes: []const u8) ![]const u8 {
        const text = try allocator.dupe(u8, bytes);
        allocator.free(self.text);
        self.text = text;
        return text;
    }

    fn deinit(self: *Written) void {
        allocator.free(self.text);
    }
};

// The upper bound: the text once more.
//@@Benchmark(baseline = Baseline.BOUND)
fn copyText(orders: *const Orders, written: *Written) ![]const u8 {
    return written.put(orders.document.items);
}

// Parsed, copied node by node by a stylesheet, and written.
//@@Benchmark
fn copyNodes(orders: *const Orders, stylesheets: *const Stylesheets, written: *Written) ![]const u8 {
    return transformed(orders.document.items, stylesheets.copy.?, written);
}

//@@Benchmark
fn transform(orders: *const Orders, stylesheets: *const Stylesheets, written: *Written) ![]const u8 {
    return transformed(orders.document.items, stylesheets.report.?, written);
}

fn transformed(text: []const u8, stylesheet: *Stylesheet, written: *Written) ![]const u8 {
    const document = xmlReadMemory(text.ptr, @intCast(text.len), "orders.xml", null, 0) orelse return error.CannotRead;
    defer xmlFreeDoc(document);
    const result = xsltApplyStylesheet(stylesheet, document, null) orelse return error.CannotTransform;
    defer xmlFreeDoc(result);
    var bytes: ?[*]u8 = null;
    var size: c_int = 0;
    if (xsltSaveResultToString(&bytes, &size, result, stylesheet) != 0) return error.CannotWrite;
    defer std.c.free(bytes);
    return written.put(bytes.?[0..@intCast(size)]);
}
