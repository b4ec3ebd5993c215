const fs = require("fs");
//@@Benchmark
function one() { return 1; }
module.exports = { one, two };
//@@Benchmark
exports.three = function () { return 1; };
//@@Benchmark
module.exports.four = () => 1;
//@@State(Scope.Benchmark)
module.exports = class Data {};
//@@Benchmark
Object.prototype.five = function () { return 1; };
//@@Benchmark
var two = function inner() { return 1; };
