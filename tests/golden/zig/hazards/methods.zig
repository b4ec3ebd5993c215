//@@State(Scope.Benchmark)
pub const Shop = struct {
    const Self = @This();
    goods: u32 = 0,

    //@@Setup
    pub fn open(self: *Self) void {
        self.goods = 1;
    }

    //@@Benchmark
    fn sell(self: *@This()) u32 {
        return self.goods;
    }

    //@@Benchmark
    fn look(self: Shop, other: *const Till) u32 {
        return self.goods + other.coins;
    }

    //@@Benchmark
    fn shut(other: *Till) u32 {
        return other.coins;
    }
};

//@@State(Scope.Thread)
const Till = struct {
    coins: u32 = 0,
};
