// Runs a test file with Jest's own runner, but with the loader of this folder in place of Jest's module system, which
// would load the AWS SDK and compile the product anew for each file.
import { createRequire } from 'node:module';
import { createScriptTransformer } from '@jest/transform';
import circus from 'jest-circus/runner';
import { showLastExchange } from './last-exchange.js';
import { createLoader } from './loader.js';

const require = createRequire(import.meta.url);
/** Jest asks for 100. The SDK makes an error with each call, and expect() with each assertion: each pays for its frames. */
const SHOWN_FRAMES = 25;
let transformer;

export default async function run(globalConfig, config, environment, runtime, ...rest) {
  const variables = { ...process.env };
  transformer ??= await createScriptTransformer(config);
  const globals = {};
  // Jest's framework runs beside the tests, in the realm of Node: evaluated anew for each file, as its state is global.
  runtime.requireInternalModule = (file) => {
    delete require.cache[file];
    return require(file);
  };
  runtime.setGlobalsForRuntime = (values) => Object.assign(globals, values);
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = createLoader(transformer, runtime.getSourceMaps(), globals);
  environment.handleTestEvent = showLastExchange;
  Error.stackTraceLimit = SHOWN_FRAMES;
  try {
    return await circus.default(globalConfig, config, environment, runtime, ...rest);
  } finally {
    restore(variables);
  }
}

/** A test file changes the environment of its process, which the next one in this worker must not see. */
function restore(variables) {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}
