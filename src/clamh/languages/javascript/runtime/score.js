// What --solo prints of an iteration and of all of them, as the guide shows it.

const CONFIDENCE = 0.999;
const MOST_FREEDOM = 9999; // with more, Student's t changes by less than 0.03 %
const SHARES = [0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];
const UNITS = {
  ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 3.6e12, d: 8.64e13,
};

const figure = (value) => String(Number(value.toPrecision(6)));
const sum = (values) => values.reduce((total, value) => total + value, 0);

// Of iterations of a case with these fields of `open`; `counters` are names of AuxCounters.
class Scores {
  constructor({ counters, fields: { mode, opi, tu } }, clockCostNs) {
    Object.assign(this, { mode, counters, opi, clockCostNs, scale: UNITS[tu] });
    this.unit = mode === 'thrpt' ? `ops/${tu}` : `${tu}/op`;
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
    const counters = this.counters.map((name, at) => `, ${name} = ${figure(sum(threads.map(({ aux }) => aux[at])))}`).join('');
    const text = `${figure(this.score(threads))} ${this.unit}`;
    if (this.mode !== 'sample') return `${text}${counters}`;
    const times = threads.flatMap(({ sampleNs }) => sampleNs).sort((one, other) => one - other);
    const values = SHARES.map((share) => { // the least time that at least this share of all does not exceed
      const least = times[Math.max(Math.ceil(share * times.length), 1) - 1];
      return figure(Math.max(least - this.clockCostNs, 0) / this.opi / this.scale);
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

// The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
function shareWithin(angle, freedom) {
  const odd = freedom % 2;
  const cosine = Math.cos(angle);
  let term = odd ? cosine : 1;
  let total = 0;
  for (let at = odd; at + 2 <= freedom; at += 2) {
    total += term;
    term *= (at + 1) / (at + 2) * cosine * cosine;
  }
  total *= Math.sin(angle);
  return odd ? (angle + total) * 2 / Math.PI : total;
}

function studentsT(all) {
  const freedom = Math.min(all, MOST_FREEDOM);
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, freedom) < CONFIDENCE) low = middle; else high = middle;
  }
  return Math.tan(low) * Math.sqrt(freedom);
}

module.exports = { Scores, UNITS };
