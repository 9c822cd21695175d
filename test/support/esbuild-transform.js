// Jest transformer: strip TypeScript with the bundler the functions are built with.
import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';

const options = { loader: 'ts', format: 'esm', target: 'node24', sourcemap: 'inline' };

export default {
  process: (source, file) => ({ code: transformSync(source, { ...options, sourcefile: file }).code }),
  getCacheKey: (source, file) =>
    createHash('sha256').update(source).update(file).update(JSON.stringify(options)).digest('hex'),
};
