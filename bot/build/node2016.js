'use strict';
// What Node.js of 2016 took and today's refuses: functions of fs are called without a callback, files are written from numbers and other
// values that are no text.
const fs = require('fs');

const throwing = (error) => {
	if (error) throw error;
};

/** Has calls without a callback get one that throws what goes wrong. */
function optionalCallback(name) {
	const original = fs[name];
	if (typeof original !== 'function') return;
	const wrapped = function (...args) {
		if (args.length > 0 && args[args.length - 1] === undefined) args.pop();
		if (typeof args[args.length - 1] !== 'function') args.push(throwing);
		return original.apply(fs, args);
	};
	fs[name] = Object.assign(wrapped, original);
}

/** Has values that are no text and no bytes be written as texts. */
function anyValue(name) {
	const original = fs[name];
	fs[name] = function (file, data, ...rest) {
		const bytes = typeof data === 'string' || ArrayBuffer.isView(data) || data instanceof ArrayBuffer;
		return original.call(fs, file, bytes ? data : String(data), ...rest);
	};
}

for (const name of ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync']) anyValue(name);
for (const name of ['access', 'appendFile', 'chmod', 'close', 'mkdir', 'rename', 'rmdir', 'truncate', 'unlink', 'utimes', 'writeFile', 'write', 'fsync', 'ftruncate'])
	optionalCallback(name);
