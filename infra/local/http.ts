// node:http, but not as an ES module: importing it that way makes Node build every export of it, undici included, which
// is a tenth of the start-up time.

export const { Agent, createServer, get, request } = process.getBuiltinModule('node:http');
