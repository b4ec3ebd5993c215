//@@State(Scope.Thread)
//@@ParamRows({"n,text", "1,a", "2,b"})
const Rows = struct {
    //@@Param
    n: u32 = 0,
    //@@Param
    text: []const u8 = "",
};

//@@Benchmark
fn read(rows: Rows) u32 {
    return rows.n;
}
