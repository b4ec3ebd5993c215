// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. first_word stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.

//@@State(Scope.Thread)
#[derive(Default)]
struct Text {
    read: Vec<u8>,
    written: Vec<u8>,
    upper: Vec<u8>,
}

impl Text {
    //@@Setup
    fn make(&mut self) {
        self.read = "what is read is not what is written, ".repeat(100).into_bytes();
        self.written = vec![0; self.read.len()];
        self.upper = (0..=255_u8).map(|one| one.to_ascii_uppercase()).collect();
    }
}

//@@Benchmark(baseline = Baseline.BOUND)
fn copy(text: &mut Text) -> &[u8] {
    text.written.copy_from_slice(&text.read);
    &text.written
}

//@@Benchmark(baseline = true)
fn by_branch(text: &mut Text) -> &[u8] {
    for i in 0..text.read.len() {
        let mut c = text.read[i];
        if c.is_ascii_lowercase() {
            c -= 32;
        }
        text.written[i] = c;
    }
    &text.written
}

//@@Benchmark
fn by_table(text: &mut Text) -> &[u8] {
    for i in 0..text.read.len() {
        text.written[i] = text.upper[text.read[i] as usize];
    }
    &text.written
}

//@@Benchmark
fn first_word(text: &mut Text) -> &[u8] {
    for i in 0..text.read.len() {
        if text.read[i] == b' ' {
            break;
        }
        text.written[i] = text.upper[text.read[i] as usize];
    }
    &text.written
}
