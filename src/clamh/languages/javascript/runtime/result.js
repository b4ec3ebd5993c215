// What --solo prints last: the result of all measured iterations, as the guide shows it.
'use strict';

const CONFIDENCE = 0.999;
const MOST_FREEDOM = 9999; // with more, Student's t changes by less than 0.03 %

// The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
function shareWithin(angle, freedom) {
  const odd = freedom % 2;
  const cosine = Math.cos(angle);
  let term = odd ? cosine : 1;
  let sum = 0;
  for (let at = odd; at + 2 <= freedom; at += 2) {
    sum += term;
    term *= (at + 1) / (at + 2) * cosine * cosine;
  }
  sum *= Math.sin(angle);
  return odd ? (angle + sum) * 2 / Math.PI : sum;
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

// `unit` is such as "ns/op", `figure` writes a number.
function resultText(benchmark, scores, unit, figure) {
  const count = scores.length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / count;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (count - 1));
  // JMH gives no error of one or two values.
  const error = count > 2 ? ` ±(99.9%) ${figure(studentsT(count - 1) * deviation / Math.sqrt(count))}` : '';
  const stdev = count > 1 ? `, stdev = ${figure(deviation)}` : '';
  const [low, high] = [scores.reduce((one, other) => Math.min(one, other)), scores.reduce((one, other) => Math.max(one, other))];
  return `\nResult for ${benchmark}:\n  ${figure(mean)}${error} ${unit}\n`
    + `  (min, avg, max) = (${figure(low)}, ${figure(mean)}, ${figure(high)})${stdev}\n`;
}

module.exports = { resultText };
