// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
const transcript = @import("transcript.zig");

const Heat = enum { LOW, HIGH };

//@@State(Scope.Benchmark)
const Recipe = struct {
    //@@Param({"-3", "9223372036854775807"})
    count: i64 = 0,

    //@@Param
    heat: Heat = .LOW,

    //@@Param("two words, a comma and 1=1")
    name: []const u8 = "",

    //@@Param("0.1")
    share: f64 = 0,

    //@@Param("true")
    sweet: bool = false,

    //@@Param("x")
    mark: []const u8 = "",

    //@@Setup
    fn write(self: *const Recipe) void {
        self.report("setup");
    }

    fn report(self: *const Recipe, comptime what: []const u8) void {
        transcript.line(what ++ " count={d} heat={t} name=[{s}] share={x:0>16} sweet={} mark={s}", .{
            self.count, self.heat, self.name, @as(u64, @bitCast(self.share)), self.sweet, self.mark,
        });
    }
};

//@@Benchmark
fn bake(recipe: *const Recipe) void {
    recipe.report("call");
}
