// The root secret gets a new version: published now, used from the next rotation on. So no function ever meets a value
// made with a version it hasn't read, and what was made with older versions is opened by them for ever.
import { currentVersion, nextRoots, versionsOf } from '../../crypto/purpose-keys.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import * as secrets from '../../platform/secret-versions.ts';

/** What Secrets Manager calls a rotation function with, once a step. */
export type RotationEvent = { Step: string; SecretId: string; ClientRequestToken: string };

/**
 * How long a version has to lie in the secret before it is used. Functions keep what they have read for five minutes
 * (lib/platform/secrets.ts).
 */
const PUBLISHED_MS = 10 * 60_000;

/** Does a step. Every step may come again. Throws when it can't be done; Secrets Manager then keeps the old value. */
export async function rotate({ Step: step, SecretId: id, ClientRequestToken: token }: RotationEvent): Promise<void> {
  if (step === 'createSecret') await create(id, token);
  else if (step === 'testSecret') await test(id, token);
  else if (step === 'finishSecret') await finish(id, token);
  // There is nothing elsewhere that would have to be told.
  else if (step !== 'setSecret') throw new Error('not a step of a rotation');
}

async function create(id: string, token: string): Promise<void> {
  const { roots, versionId, createdAt } = await secrets.current(id);
  if (versionId === token || (await secrets.pending(id, token))) return;
  const next = nextRoots(roots, randomSecret(48));
  if (next.current !== currentVersion(roots) && now() - createdAt < PUBLISHED_MS)
    throw new Error('the version to be used next was published a moment ago');
  await secrets.propose(id, token, next);
}

/**
 * Nothing of what is in use may be missing, and what is to be used must have been there before. A value that changes nothing
 * is good: Secrets Manager tries this step with one when the schedule is made.
 */
async function test(id: string, token: string): Promise<void> {
  const { roots, versionId } = await secrets.current(id);
  if (versionId === token) return;
  const proposed = await secrets.pending(id, token);
  const versions = versionsOf(roots);
  const kept = proposed && versions.every((version) => proposed[version] === roots[version]);
  if (!kept || !versions.includes(currentVersion(proposed)))
    throw new Error('the proposed root secret lacks a version');
}

async function finish(id: string, token: string): Promise<void> {
  const { versionId, roots } = await secrets.current(id);
  if (versionId === token) return;
  await secrets.promote(id, token, versionId);
  log.info('root_secret_rotated', { versions: versionsOf(roots).length + 1 });
}
