// Bundles the function of the login probe, which is no part of a deployment's own stack.
import { build } from 'esbuild';
import { BUNDLING } from './bundle.ts';

/** Writes `<outdir>/login-probe/index.js`. */
export async function bundleProbe(outdir: string): Promise<void> {
  await build({ ...BUNDLING, entryPoints: { 'login-probe/index': 'infra/probe/handler.ts' }, outdir });
}
