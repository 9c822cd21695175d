// Adds and revokes the secrets of applications. A secret has 256 random bits, so its digest is enough to keep: a slow hash
// protects what can be guessed (docs/decisions/0048-openid-provider.md).
import { fail } from '../../contract/errors.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { newApplicationSecretId } from '../../platform/ids.ts';
import type { ApplicationSecret } from '../../store/applications/applications.ts';
import { change } from './applications.ts';
import type { ApplicationDoor } from './door.ts';
import { canKeepSecrets } from './kinds.ts';

/** One that is in use, and the one that replaces it. */
const MOST = 2;
/** A fixed beginning lets scanners of repositories find a secret that leaked. */
const PREFIX = 'gcs_';
const HINT = 4;

/**
 * Returns a new secret, which is shown only now. At most two concurrent callers succeed. Throws
 * APPLICATION_NOT_FOUND, APPLICATION_SECRET_LIMIT_REACHED, and FORBIDDEN for an application that cannot keep secrets.
 */
export async function add(door: ApplicationDoor, id: string) {
  const secret = `${PREFIX}${randomSecret()}`;
  const made: ApplicationSecret = {
    id: newApplicationSecretId(),
    digest: digest(secret),
    hint: secret.slice(-HINT),
    createdAt: now(),
  };
  await change(door, id, 'secret_added', (before) => {
    if (!canKeepSecrets(before.kind))
      fail('FORBIDDEN', { message: `An application of the kind ${before.kind} cannot keep a secret.` });
    if (before.secrets.length >= MOST) fail('APPLICATION_SECRET_LIMIT_REACHED');
    return { ...before, secrets: [...before.secrets, made] };
  });
  return { secret: { id: made.id, hint: made.hint, createdAt: iso(made.createdAt), secret } };
}

/** Revokes a secret. It stops working at once. Throws APPLICATION_NOT_FOUND and APPLICATION_SECRET_NOT_FOUND. */
export async function revoke(door: ApplicationDoor, id: string, secretId: string) {
  await change(door, id, 'secret_revoked', (before) => {
    const secrets = before.secrets.filter((each) => each.id !== secretId);
    if (secrets.length === before.secrets.length) fail('APPLICATION_SECRET_NOT_FOUND');
    return { ...before, secrets };
  });
  return { message: 'Secret revoked.' };
}
