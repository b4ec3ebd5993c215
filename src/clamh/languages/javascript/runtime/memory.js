// Memory: typed arrays that lie alone, where the seed of the case's layout puts them. They go with the trial, when nothing else has them.

const { splitmix } = require('./random.js');

const PADDING = 128; // bytes before and after an array that belong to nobody
const LINE = 64n;
const PAGE = 4096n;

class Memory {
  constructor(seed = 0n, shared = false) {
    const word = BigInt(seed);
    this.Buffer = shared ? SharedArrayBuffer : ArrayBuffer; // of several threads each sees it
    this.places = word === 0n ? null : splitmix(word);
  }

  // `length` elements of a typed array's class (Float64Array), all 0. They start a number of 64-byte steps, less than a
  // page and none for seed 0, behind the padding. Throws TypeError or RangeError for what is no such array.
  array(Type, length) {
    const size = Type?.BYTES_PER_ELEMENT;
    if (!(size >= 1)) throw new TypeError('Memory: array(Type, length) takes the class of a typed array, such as Float64Array');
    if (!(Number.isSafeInteger(length) && length >= 0)) throw new RangeError(`Memory: ${length} is no number of elements`);
    const step = this.places === null ? 0n : this.places.next().value % (PAGE / LINE);
    const start = PADDING + Number(step * LINE);
    return new Type(new this.Buffer(start + length * size + PADDING), start, length);
  }
}

module.exports = { Memory };
