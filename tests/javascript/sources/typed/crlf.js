// CommonJS with CRLF, by the nearest package.json.
const { basename } = require("node:path");
const again = require("./again.js");

@Benchmark
function places() { return [basename(__filename), basename(__dirname), module.exports === again(), require.main === module, this === undefined]; }

module.exports = { places };

@Benchmark @OutputTimeUnit(TimeUnit.MILLISECONDS) function fails() { null.x; } // no line end