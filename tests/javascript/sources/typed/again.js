module.exports = () => require('./crlf.js');
