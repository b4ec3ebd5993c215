// A companion of the other kind, without annotations: Node loads it as it is.
exports.here = require('node:path').basename(__filename);
