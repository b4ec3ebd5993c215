// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. first_word stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.

const std = @import("std");
const words = "what is read is not what is written, ";
const size = words.len * 100;

//@@State(Scope.Thread)
const Text = struct {
    read: [size]u8 = undefined,
    written: [size]u8 = @splat(0),
    upper: [256]u8 = undefined,

    //@@Setup
    fn make(self: *Text) void {
        for (&self.read, 0..) |*character, place| character.* = words[place % words.len];
        for (&self.upper, 0..) |*character, place| character.* = std.ascii.toUpper(@intCast(place));
    }
};

//@@Benchmark(baseline = Baseline.BOUND)
fn copy(text: *Text) []u8 {
    @memcpy(&text.written, &text.read);
    return &text.written;
}

//@@Benchmark(baseline = true)
fn byBranch(text: *Text) []u8 {
    for (&text.written, text.read) |*written, read| written.* = if (std.ascii.isLower(read)) read - 32 else read;
    return &text.written;
}

//@@Benchmark
fn byTable(text: *Text) []u8 {
    for (&text.written, text.read) |*written, read| written.* = text.upper[read];
    return &text.written;
}

//@@Benchmark
fn firstWord(text: *Text) []u8 {
    for (&text.written, text.read) |*written, read| {
        if (read == ' ') break;
        written.* = text.upper[read];
    }
    return &text.written;
}
