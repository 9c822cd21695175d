// Moves the clock of a function's process ahead by what a file says, so that a test can let a minute go by. Preloaded.
const { readFileSync } = require('node:fs');
const { flushCompileCache } = require('node:module');

const real = Date.now;
Date.now = () => real() + Number(readFileSync(process.env.FAULTS_CLOCK, 'utf8'));

// Those that are killed leave no cache behind for the next; those that live do.
setTimeout(() => flushCompileCache?.(), 400).unref();
