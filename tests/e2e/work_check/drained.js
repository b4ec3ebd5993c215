//@@State(Scope.Benchmark)
export class Queue {
  //@@Setup(Level.Iteration)
  fill() {
    this.items = Array.from({ length: 100 }, (_, at) => at);
  }

  //@@Benchmark
  take() {
    return this.items.length > 0 ? this.items.pop() : -1;
  }

  //@@Benchmark
  look() {
    let sum = 0;
    for (let at = 0; at < 20; at += 1) sum += at;
    return this.items[0] + sum;
  }
}
