enum Colour { Red, Green }
enum Shape { Round(f64), Flat }
type Count = u64;
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Params {
    //@@Param({"1"})
    integer: i8,
    //@@Param({"0.5"})
    float: f32,
    //@@Param({"true"})
    truth: bool,
    //@@Param({"x"})
    letter: char,
    //@@Param({"text"})
    owned: String,
    //@@Param({"text"})
    borrowed: &'static str,
    //@@Param
    colour: Colour,
    //@@Param({"1"})
    alias: Count,
    //@@Param({"127.0.0.1"})
    address: std::net::IpAddr,
    //@@Param
    shape: Shape,
    //@@Param({"1"})
    list: Vec<u32>,
    //@@Param({"1"})
    maybe: Option<u32>,
    //@@Param({"1"})
    array: [u8; 4],
    //@@Param({"1"})
    pair: (u8, u8),
    //@@Param({"1"})
    lent: &'static u32,
}
//@@Benchmark
fn all(params: &Params) {}
struct Pair { left: u8 }
impl std::str::FromStr for Pair {
    type Err = ();
    fn from_str(_: &str) -> Result<Self, ()> { Ok(Pair { left: 0 }) }
}
struct Wordless;
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Own {
    //@@Param({"1"})
    pair: Pair,
    //@@Param({"1"})
    wordless: Wordless,
}
#[derive(Debug, EnumString)]
enum Derived { One(u8) }
//@@State(Scope.Benchmark)
#[derive(Default)]
struct ByMacro {
    //@@Param({"One"})
    derived: Derived,
}
