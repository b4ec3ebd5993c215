const text = "//@@Benchmark \" // @Benchmark \\";
const many =
    \\//@@Benchmark "
    \\@Benchmark \
;
const letter = '"';
const quote = '\'';
const named = @"//@@Benchmark";
const @"//@@Benchmark" = 1;

//@@Benchmark
fn read() usize {
    return text.len + many.len + letter + quote + named;
}
