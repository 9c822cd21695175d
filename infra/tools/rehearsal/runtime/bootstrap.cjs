// What Lambda's runtime for Node does, in few lines: loads the handler, then asks its Runtime API for one event after the
// other. Plain JavaScript, because a function's process knows nothing of this repository.
// (AWS Lambda developer guide, "Using the Lambda runtime API".)
'use strict';
const { existsSync } = require('node:fs');
const { request } = require('node:http');
const Module = require('node:module');
const { join, sep } = require('node:path');
const { pathToFileURL } = require('node:url');

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const API = '/2018-06-01/runtime';

// In Lambda, nothing is above /var/task. Here, a module further up would be found that is missing there.
const lookUp = Module._nodeModulePaths;
Module._nodeModulePaths = (from) => lookUp(from).filter((path) => path.startsWith(process.env.LAMBDA_TASK_ROOT + sep));

/** One call of the Runtime API on a connection of its own, as a process that is frozen in between would have it. */
function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path: API + path, agent: false, headers }, (reply) => {
      const chunks = [];
      reply.on('data', (chunk) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve({ headers: reply.headers, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const described = (error, type) => ({
  errorType: type ?? error?.name ?? typeof error,
  errorMessage: String(error?.message ?? error),
  trace: String(error?.stack ?? '').split('\n'),
});

async function tell(path, failure) {
  const headers = { 'lambda-runtime-function-error-type': failure.errorType };
  await call('POST', path, JSON.stringify(failure), headers);
}

class HandlerNotFound extends Error {}

/** `directory/module.name`: a file of the task's directory, and what it exports under that name. */
async function load() {
  const at = process.env._HANDLER.lastIndexOf('.');
  const [module, name] = [process.env._HANDLER.slice(0, at), process.env._HANDLER.slice(at + 1)];
  const file = ['.js', '.mjs', '.cjs']
    .map((extension) => join(process.env.LAMBDA_TASK_ROOT, module + extension))
    .find((each) => existsSync(each));
  if (!file) throw Object.assign(new Error(`Cannot find module '${module}'`), { code: 'MODULE_NOT_FOUND' });
  const exported = file.endsWith('.mjs') ? await import(pathToFileURL(file).href) : require(file);
  const handler = exported[name];
  if (typeof handler !== 'function') {
    throw new HandlerNotFound(`${process.env._HANDLER} is undefined or not exported`);
  }
  return handler;
}

function initFailure(error) {
  if (error instanceof HandlerNotFound) return described(error, 'Runtime.HandlerNotFound');
  if (/MODULE_NOT_FOUND/.test(error?.code)) return described(error, 'Runtime.ImportModuleError');
  if (error instanceof SyntaxError) return described(error, 'Runtime.UserCodeSyntaxError');
  return described(error);
}

function contextOf(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

async function run() {
  let handler;
  try {
    handler = await load();
  } catch (error) {
    await tell('/init/error', initFailure(error));
    process.exit(1);
  }
  for (;;) {
    const { headers, text } = await call('GET', '/invocation/next');
    const id = headers['lambda-runtime-aws-request-id'];
    process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'] ?? '';
    try {
      const answer = await handler(JSON.parse(text), contextOf(headers));
      await call('POST', `/invocation/${id}/response`, JSON.stringify(answer ?? null));
    } catch (error) {
      await tell(`/invocation/${id}/error`, described(error));
    }
  }
}

// An interrupt at the terminal reaches all processes; the one that started this decides when it ends.
process.on('SIGINT', () => {});
// The parent process is gone or has closed the connection.
run().catch(() => process.exit(1));
