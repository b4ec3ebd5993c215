
//@@State(Scope.Thread)
class Numbers {
  //@@Setup
  fill(random) {
    this.items = [random.nextInt(1000), random.nextInt(1000), random.nextInt(1000)];
    this.calls = 0;
    this.sign = -1;
  }

  sum() {
    return this.items.reduce((a, b) => a + b, 0);
  }
}

//@@Benchmark
function remembered(numbers) {
  return numbers.sum();
}

//@@Benchmark
function counted(numbers) {

  return numbers.sum();
}

//@@Benchmark
function turned(numbers) {

  return numbers.sum();
}

//@@Benchmark
function undefinedValue(numbers) {
  return NaN;
}

//@@Benchmark
function silent(numbers) {}

//@@Benchmark
function accumulated(numbers) {
  numbers.calls += 1;
  return numbers.sum() + numbers.calls;
}

//@@Benchmark
function always(numbers) {
  return numbers.sum() >= 0;
}

//@@Benchmark
function literal() {
  return 42;
}
