struct Text<'a> { text: &'a str }
//@@Benchmark
fn quotes<'a>() -> char { let a = '\''; let b = '"'; let c = b'\\'; let d = '\u{1F600}'; let e = 'é'; let f = '@'; 'outer: loop { break 'outer; } a }
fn lives<'a, 'b>(x: &'a str, y: &'b str) -> &'a str { x } // '@Benchmark
