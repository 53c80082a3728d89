// What CodinGame's JavaScript has and plain Node lacks, enough for a test: readline() blocks for a line of standard input.
const fs = require('fs');

let pending = '';

globalThis.readline = () => {
    for (;;) {
        const end = pending.indexOf('\n');
        if (end >= 0) {
            const line = pending.slice(0, end);
            pending = pending.slice(end + 1);
            return line;
        }
        const chunk = Buffer.alloc(4096);
        let n = 0;
        try {
            n = fs.readSync(0, chunk);
        } catch (e) {
            if (e.code === 'EAGAIN') continue;
            throw e;
        }
        if (n === 0) process.exit(0);
        pending += chunk.toString('utf8', 0, n);
    }
};
