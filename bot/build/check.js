// Compiles a bot's main file without running it. What may be a module is left to node, which knows whether it is one.
const { readFileSync } = require('fs');
const { compileFunction } = require('vm');

const filename = process.argv[1];
const text = readFileSync(filename, 'utf8').replace(/^\ufeff/, '').replace(/^#!.*/, '');
try {
  compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname'], { filename });
} catch (e) {
  if (e instanceof SyntaxError && !/\b(import|export|await)\b/.test(e.message)) {
    console.error(e.stack.replace(/\n    at [^]*/, ''));
    process.exitCode = 1;
  }
}
