// Rotates the root secret. A new version is published now and used from the next rotation on, so that no function meets
// a value of a version it has not read. Older versions stay, and still open what they sealed.
import { currentVersion, nextRoots, versionsOf } from '../../crypto/purpose-keys.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import * as secrets from '../../platform/secret-versions.ts';

/** The event of Secrets Manager for each step of a rotation. */
export type RotationEvent = { Step: string; SecretId: string; ClientRequestToken: string };

/**
 * How long a version is published before it is used. Functions cache the secret for five minutes
 * (lib/platform/secrets.ts).
 */
const PUBLISHED_MS = 10 * 60_000;

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
  const next = nextRoots(roots, randomSecret(48));
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
