// Runs two versions of the functions on one table, as a deployment does while it replaces one by the other: the previous
// release (releases/, made by pack.ts) and this checkout.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { UPDATED_FIRST } from '../../infra/functions.ts';
import type { Handler } from '../../infra/tools/local/gateway.ts';
import { byPath, type Deployment, type Load, localDeployment } from '../../infra/tools/local/target.ts';
import { now } from '../../lib/platform/clock.ts';
import { random } from '../world/random.ts';

/**
 * What the functions of a deployment run: one version, or each invocation one of both, but for the functions that a
 * deployment updates first.
 */
export type Running = 'the previous release' | 'this version' | 'a mixture of both';

export type Fleet = {
  deployment: Deployment;
  /** Which code runs from the next invocation on. */
  run: (which: Running) => void;
  /** Removes the unpacked release. */
  remove: () => void;
};

type Invocable = (...input: never[]) => Promise<never>;
type Functions = Readonly<Record<string, { handler: Invocable }>>;
type Release = Functions & { clock: { now: () => number; advance: (ms: number) => void } };

const RELEASES = join(import.meta.dirname, 'releases');
const SUFFIX = '.cjs.br';

/** The version of the newest release. */
export const previous = readdirSync(RELEASES)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .at(-1) as string;

/** `seed` decides which version an invocation of a mixture gets. */
export function createFleet(seed: number): Fleet {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  const file = join(directory, 'functions.cjs');
  writeFileSync(file, brotliDecompressSync(readFileSync(join(RELEASES, `${previous}${SUFFIX}`))));
  const release = createRequire(import.meta.url)(file) as Release;
  const loadOwn: Load = (name) => import(`../../functions/${name}.ts`);
  const chance = random(seed);
  let running: Running = 'this version';

  const isPrevious = (name: string): boolean => {
    if (running !== 'a mixture of both') return running === 'the previous release';
    return !UPDATED_FIRST.some((first) => first === name) && chance.next() < 0.5;
  };
  /** Tests move this version's clock. */
  const setClock = (): void => release.clock.advance(now() - release.clock.now());
  const loadEither: Load = async (name) => {
    const own = (await loadOwn(name)).handler as Invocable;
    const either: Invocable = (...input) => {
      if (!isPrevious(name)) return own(...input);
      setClock();
      return (release[name] as Functions[string]).handler(...input);
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
    run: (which) => {
      running = which;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
