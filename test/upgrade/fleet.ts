// Runs two versions of the functions on one table, as a deployment does while it replaces one by the other: the previous
// release (releases/, made by pack.ts) and this checkout. Before a release is packed, a pack of this checkout
// takes its place.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { UPDATED_FIRST } from '../../infra/functions.ts';
import type { Handler } from '../../infra/tools/local/gateway/gateway.ts';
import { byPath, type Deployment, type Load, localDeployment } from '../../infra/tools/local/target.ts';
import { now } from '../../lib/platform/clock.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { random } from '../world/random.ts';
import { bundleAll, RELEASES, SUFFIX } from './pack.ts';

/**
 * What the functions of a deployment run: one version, or each invocation one of both, but for the function that a
 * deployment updates first.
 */
export type Running = 'the previous release' | 'this version' | 'a mixture of both';

export type Fleet = {
  deployment: Deployment;
  /** Which code runs from the next invocation on. */
  run: (which: Running) => void;
  /** How many invocations each version has had. */
  served: { previous: number; own: number };
  /** Removes the unpacked release. */
  remove: () => void;
};

type Invocable = (...input: never[]) => Promise<never>;
type Functions = Readonly<Record<string, { handler: Invocable }>>;
type Release = Functions & { clock: { now: () => number; advance: (ms: number) => void } };

/** Returns the code of the newest release that was packed. Throws if one of the changelog before this version was not. */
async function previousCode(): Promise<Uint8Array> {
  const packed = existsSync(RELEASES) ? readdirSync(RELEASES).filter((file) => file.endsWith(SUFFIX)) : [];
  const newest = packed.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest !== undefined) return brotliDecompressSync(readFileSync(join(RELEASES, newest)));
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const before = releaseBefore(changelog, packageJson.version);
  if (before !== undefined)
    throw new Error(`${before} was released and not packed: npm run release:pack on its commit`);
  return bundleAll();
}

/** Returns the newest release of the changelog that is not this version. */
export const releaseBefore = (changelog: string, version: string): string | undefined =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, each]) => each).find((each) => each !== version);

/**
 * The function of 0.1.0 for what `name` serves in this version. Each release deploys its API with its functions, and the API
 * changes after all of them (docs/decisions/0096-a-bill-and-alarms-by-traffic.md).
 */
const servedThen = (name: string, [event]: readonly unknown[]): string =>
  name === 'account' && (event as { path?: string } | undefined)?.path === '/auth/refresh-token'
    ? 'authentication'
    : name;

/** `seed` decides which version an invocation of a mixture gets. */
export async function createFleet(seed: number): Promise<Fleet> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  const file = join(directory, 'functions.cjs');
  writeFileSync(file, await previousCode());
  const release = createRequire(import.meta.url)(file) as Release;
  const loadOwn: Load = (name) => import(`../../functions/${name}.ts`);
  const chance = random(seed);
  const served = { previous: 0, own: 0 };
  let running: Running = 'this version';

  const isPrevious = (name: string): boolean => {
    if (running !== 'a mixture of both') return running === 'the previous release';
    return name !== UPDATED_FIRST && chance.next() < 0.5;
  };
  /** Tests move this version's clock. */
  const setClock = (): void => release.clock.advance(now() - release.clock.now());
  const loadEither: Load = async (name) => {
    const own = (await loadOwn(name)).handler as Invocable;
    const either: Invocable = (...input) => {
      const old = isPrevious(name);
      served[old ? 'previous' : 'own'] += 1;
      if (!old) return own(...input);
      setClock();
      return (release[servedThen(name, input)] as Functions[string]).handler(...input);
    };
    return { handler: either as never };
  };
  const deployment: Deployment = {
    ...localDeployment,
    start: async (surroundings) => {
      const mailer = (...input: never[]) =>
        loadEither('mailer').then(({ handler }) => (handler as Invocable)(...input));
      const started = await localDeployment.start({ ...surroundings, mailer: mailer as never });
      const feed = { ...started.feed, load: async () => (await loadEither('change-feed')).handler };
      return { ...started, handle: byPath(loadEither) satisfies Handler, feed };
    },
  };
  return {
    deployment,
    served,
    run: (which) => {
      running = which;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
