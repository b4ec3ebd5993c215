//@@State(Scope.Benchmark)
class Data { static Part = class {}; }
/** @param {Data} a */
//@@Benchmark
function plain(a) {}
/** @param {!Data} a */
//@@Benchmark
function notNull(a) {}
/** @param {?Data} a */
//@@Benchmark
function nullable(a) {}
/** @param {Data | null} a */
//@@Benchmark
function orNull(a) {}
/** @param {(Data|undefined)} a */
//@@Benchmark
function orUndefined(a) {}
/** @param {Data=} a */
//@@Benchmark
function optional(a) {}
/** @param {Data} [a] in brackets */
//@@Benchmark
function bracketed(a) {}
/** @arg {module:some/where.Data} a */
//@@Benchmark
function ofModule(a) {}
/** @param {module:some/where~Data} a */
//@@Benchmark
function inModule(a) {}
/** @param {import('./nowhere.js').Data} a */
//@@Benchmark
function ofImport(a) {}
/**
 * @param {
 *   Data
 * } a
 */
//@@Benchmark
function overLines(a) {}
/** @param {*} data
 *  @param {Object} blackhole */
//@@Benchmark
function saysNothing(data, blackhole) {}
/** @param {Data<number>} a */
//@@Benchmark
function generic(a) {}
/** @typedef {Data} Alias */
/** @param {Alias} a */
//@@Benchmark
function alias(a) {}
