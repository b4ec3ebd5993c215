//! Blackhole.consumeCPU: JMH's arithmetic, so that a token is the same work in every language.

var consumed: u64 = 1;

/// Never inlined: the loop of every caller is the same machine code. Each step needs the one before it, and what comes out is compared
/// with a value that is unknown to every compiler, so that none leaves a step out.
pub noinline fn consume(tokens: i64) void {
    var t = @atomicLoad(u64, &consumed, .monotonic);
    var i = tokens;
    while (i > 0) : (i -= 1) t +%= (t *% 0x5DEECE66D +% 0xB +% @as(u64, @intCast(i))) & 0xFFFF_FFFF_FFFF;
    if (t == 42) @atomicStore(u64, &consumed, @atomicLoad(u64, &consumed, .monotonic) +% t, .monotonic);
}
