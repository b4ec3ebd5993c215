// What --solo prints of an iteration and of all of them, as the guide shows it.

// Student's t for 99.9 %, of 2 to 19 degrees of freedom. With more, its expansion (Abramowitz and Stegun, 26.7.5) is right to 0.001 %.
const STUDENTS_T = [
  31.59905, 12.92398, 8.610302, 6.868827, 5.958816, 5.407883, 5.041305, 4.780913, 4.586894, 4.436979, 4.317791, 4.220832, 4.140454,
  4.072765, 4.014996, 3.965126, 3.921646, 3.883406,
];
const SHARES = [0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];
const UNITS = {
  ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 3.6e12, d: 8.64e13,
};

const figure = (value) => String(Number(value.toPrecision(6)));
const sum = (values) => values.reduce((total, value) => total + value, 0);

// Of iterations of a case, with what `open` says of it.
class Scores {
  constructor({ counters, mode, operationsPerInvocation, timeUnit }, clockCostNs) {
    Object.assign(this, { mode, counters, operationsPerInvocation, clockCostNs, scale: UNITS[timeUnit] });
    this.unit = mode === 'thrpt' ? `ops/${timeUnit}` : `${timeUnit}/op`;
  }

  timeOf({ elapsed_ns: elapsed, timings = 0 }) {
    return Math.max(elapsed - timings * this.clockCostNs, 0) / this.scale;
  }

  // The score of threads, aggregated as JMH does; NaN if none of them came to its end.
  score(all) {
    const threads = all.filter(({ operations }) => operations > 0);
    const operations = sum(threads.map((thread) => thread.operations));
    const times = threads.map((thread) => this.timeOf(thread));
    if (this.mode === 'thrpt') return threads.length > 0 ? sum(threads.map((thread, at) => thread.operations / times[at])) : NaN;
    if (this.mode === 'wall') return Math.max(...times) / operations;
    if (this.mode === 'sample') return sum(times) / operations;
    return sum(threads.map((thread, at) => times[at] / thread.operations)) / threads.length;
  }

  format(all) {
    const threads = all.filter(({ operations }) => operations > 0);
    if (threads.length === 0) return 'no invocation came to its end';
    const counters = this.counters.map(({ name }, at) => `, ${name} = ${figure(sum(threads.map(({ aux }) => aux[at])))}`).join('');
    const text = `${figure(this.score(threads))} ${this.unit}`;
    if (this.mode !== 'sample') return `${text}${counters}`;
    const times = threads.flatMap(({ sampleNs }) => sampleNs).sort((one, other) => one - other);
    const values = SHARES.map((share) => { // the least time that at least this share of all does not exceed
      const least = times[Math.max(Math.ceil(share * times.length), 1) - 1];
      return figure(Math.max(least - this.clockCostNs, 0) / this.operationsPerInvocation / this.scale);
    });
    return `n = ${times.length}, mean = ${text}, p{${SHARES.join(', ')}} = ${values.join(', ')} ${this.unit}${counters}`;
  }

  formatResult(benchmark, scores) {
    const count = scores.length;
    const mean = sum(scores) / count;
    const deviation = Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / (count - 1));
    // JMH gives no error of one or two values.
    const error = count > 2 ? ` ±(99.9%) ${figure(studentsT(count - 1) * deviation / Math.sqrt(count))}` : '';
    const stdev = count > 1 ? `, stdev = ${figure(deviation)}` : '';
    const [low, high] = [Math.min, Math.max].map((extreme) => scores.reduce((one, other) => extreme(one, other)));
    return `\nResult for ${benchmark}:\n  ${figure(mean)}${error} ${this.unit}\n`
      + `  (min, avg, max) = (${figure(low)}, ${figure(mean)}, ${figure(high)})${stdev}\n`;
  }
}

function studentsT(freedom) {
  const share = 1 / freedom;
  return STUDENTS_T[freedom - 2] ?? 3.290527 + share * (9.729731 + share * (26.13302 + share * (53.16861 + share * 79.36584)));
}

module.exports = { Scores, UNITS };
