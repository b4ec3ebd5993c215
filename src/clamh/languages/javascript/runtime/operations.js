// Operations: how many operations an invocation did, said by the benchmark itself.

class Operations {
  constructor() {
    this.total = 0;
  }

  add(operations) {
    this.total += operations;
  }
}

module.exports = { Operations };
