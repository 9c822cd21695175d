// Rotates a root secret. A new version is published now and used from the next rotation on, so that no function meets
// a value of a version it has not read. After a theft, a new version is used at once and all others are revoked.
import { randomUUID } from 'node:crypto';
import { keepsAll, nextRoots, replacedRoots } from '../../crypto/root-changes.ts';
import { currentVersion, type Roots, SECRET_KINDS, type SecretKind, versionsOf } from '../../crypto/roots.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import * as secrets from '../../platform/aws/secret-versions.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';

/** The event of Secrets Manager for each step of a rotation. */
export type RotationEvent = { Step: string; SecretId: string; ClientRequestToken: string };
/** The root secrets that were stolen, sent by hand. */
export type TheftEvent = { stolen: readonly SecretKind[] };

/**
 * How long a version is published before it is used, and how long it is known when it will sign tokens before it does.
 * Functions cache the secret for five minutes (lib/platform/aws/secrets.ts).
 */
const PUBLISHED_MS = 10 * 60_000;
const newRoot = (): string => randomSecret(48);

/** Runs a step, which Secrets Manager may repeat. Throws if it fails; Secrets Manager then keeps the old value. */
export async function rotate({ Step: step, SecretId: id, ClientRequestToken: token }: RotationEvent): Promise<void> {
  if (step === 'createSecret') await create(id, token);
  else if (step === 'testSecret') await test(id, token);
  else if (step === 'finishSecret') await finish(id, token);
  // setSecret has nothing to do: no other system stores the root secret.
  else if (step !== 'setSecret') throw new Error('not a step of a rotation');
}

async function create(id: string, token: string): Promise<void> {
  const { roots, versionId, createdAt } = await secrets.current(id);
  if (versionId === token || (await secrets.pending(id, token))) return;
  const next = nextRoots(roots, newRoot(), now() + PUBLISHED_MS, createdAt);
  if (next.current !== currentVersion(roots) && now() - createdAt < PUBLISHED_MS)
    throw new Error('the version to be used next was published a moment ago');
  await secrets.propose(id, token, next);
}

/**
 * Checks that the proposed secret keeps every version, and that its current version was published before. A value
 * without a change passes: Secrets Manager runs this step with one when the schedule is created.
 */
async function test(id: string, token: string): Promise<void> {
  const { roots, versionId } = await secrets.current(id);
  if (versionId !== token) requireSuccessor(roots, await secrets.pending(id, token));
}

/** Checks once more: the secret may have been revoked since the test, and the proposal knows nothing of that. */
async function finish(id: string, token: string): Promise<void> {
  const { versionId, roots } = await secrets.current(id);
  if (versionId === token) return;
  requireSuccessor(roots, await secrets.pending(id, token));
  await secrets.promote(id, token, versionId);
  log.info('root_secret_rotated', { versions: versionsOf(roots).length + 1 });
}

function requireSuccessor(roots: Roots, proposed: Roots | undefined): void {
  if (!proposed || !keepsAll(roots, proposed) || !versionsOf(roots).includes(currentVersion(proposed)))
    throw new Error('the proposed root secret lacks a version, or what is known of one');
}

/**
 * Replaces stolen secrets at once. All their versions are revoked; stored values under them stay readable. A rotation
 * in progress is given up. Throws on a kind that does not exist, and if another change was faster.
 */
export async function replaceStolen({ stolen }: TheftEvent): Promise<{ replaced: readonly SecretKind[] }> {
  const ids = stolen.map((kind) => (SECRET_KINDS.includes(kind) ? config().rootSecrets[kind] : undefined));
  if (ids.length === 0 || ids.includes(undefined)) throw new Error(`stolen must name ${SECRET_KINDS.join(', ')}`);
  for (const id of ids as string[]) {
    const { roots, versionId } = await secrets.current(id);
    const token = randomUUID();
    await secrets.propose(id, token, replacedRoots(roots, newRoot(), newRoot(), now()));
    await secrets.promote(id, token, versionId);
  }
  log.warn('root_secret_replaced', { kinds: stolen.join() });
  return { replaced: stolen };
}
