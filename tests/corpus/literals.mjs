// What acorn, a parser of the whole language, takes for literals and comments: for each file a list of [kind, start, end].
// node literals.mjs ACORN < JSON list of files
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { parse } = await import(pathToFileURL(process.argv[2]).href);
const KINDS = { string: "string", regexp: "regex", comment: "comment" };

function tokens(text) {
  for (const sourceType of ["module", "script"]) {
    const found = [];
    const options = {
      ecmaVersion: "latest", sourceType, allowHashBang: true, allowReturnOutsideFunction: true,
      onToken: (token) => found.push([token.type.label, token.start, token.end]),
      onComment: (block, _, start, end) => found.push(["comment", start, end]),
    };
    try {
      parse(text, options);
      return found.sort((one, other) => one[1] - other[1]);
    } catch {
      continue;
    }
  }
  return null;
}

function outermost(found) {
  const spans = [], open = [];
  let templates = 0;
  for (const [label, start, end] of found) {
    if (label === "`" && open.at(-1)?.[0] === "`") {
      const begin = open.pop()[1];
      if (--templates === 0) spans.push(["template", begin, end]);
    } else if (label === "`" || label === "${" || label === "{") {
      open.push([label, start]);
      templates += label === "`" ? 1 : 0;
    } else if (label === "}") {
      open.pop();
    } else if (label in KINDS && templates === 0) {
      spans.push([KINDS[label], start, end]);
    }
  }
  return spans;
}

const files = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(files.map((file) => {
  const found = tokens(readFileSync(file, "latin1")); // a character for each byte
  return found && outermost(found);
})));
