// Takes the request of a device without a browser (RFC 8628 3.1), and gives it two codes: a secret that it keeps, and a short
// one that its user types elsewhere.

import { DEVICE_GRANT } from '../../../contract/applications.ts';
import { fail } from '../../../contract/errors.ts';
import type { Form, Reply } from '../../../contract/index.ts';
import { digest, randomSecret } from '../../../crypto/secrets.ts';
import { now } from '../../../platform/clock.ts';
import { Unavailable } from '../../../platform/errors.ts';
import { config } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import * as store from '../../../store/applications/device-requests.ts';
import { find as findResource } from '../../../store/applications/protected-resources.ts';
import { canKeepSecrets } from '../../applications/kinds.ts';
import * as limits from '../../credentials/limits.ts';
import { resourceNamed } from '../../protected-resource-rights.ts';
import { provedKey, type SentProofs } from '../../sessions/bound-tokens.ts';
import type { Client } from '../../sessions/caller.ts';
import { scopeProblem, targetProblem } from '../authorization-request.ts';
import { authenticateClient } from '../client-authentication.ts';
import { scopesIn } from '../scope.ts';
import { grantable } from '../target.ts';
import { deviceCodeOf } from './device-code.ts';
import { hashOf, newUserCode, shownCode } from './user-code.ts';

/** Seconds. A person has to find another device and to log in there; a guesser has no longer (RFC 8628 5.1). */
const LIFETIME = 600;
/** Seconds between two questions: the default of RFC 8628 3.2. */
const INTERVAL = 5;
/** Two codes of 34 bits meet rarely. */
const MAX_ROUNDS = 5;

type Asked = Form<'POST /oauth2/device_authorization'>;

/**
 * Returns the codes. Throws what `authenticateClient` throws, UNAUTHORIZED_CLIENT for an application without this grant,
 * INVALID_TARGET, INVALID_SCOPE, INVALID_DPOP_PROOF and RATE_LIMITED.
 */
export async function authorizeDevice(
  authorization: readonly string[],
  form: Asked,
  client: Client,
  proofs: SentProofs,
): Promise<Reply<'POST /oauth2/device_authorization'>> {
  const application = await authenticateClient({ ...form, authorization }, client.ip);
  if (!application.grants.includes(DEVICE_GRANT)) return fail('UNAUTHORIZED_CLIENT');
  const target = form.resource === undefined ? undefined : resourceNamed(form.resource);
  const resource = target && (await findResource(target));
  const problem =
    targetProblem(form.resource, application, resource) ?? scopeProblem(form.scope, application, resource);
  if (problem) {
    const code = problem.error === 'invalid_target' ? 'INVALID_TARGET' : 'INVALID_SCOPE';
    return fail(code, { message: problem.description });
  }
  // A proof binds the tokens to its key from here on, as `dpop_jkt` does at authorize (RFC 9449 10).
  const key = await provedKey(proofs);
  await countStart(application, client.ip);
  await key.use();
  const at = now();
  const { code, hash, secret } = await stored({
    applicationId: application.id,
    scope: grantable(application, resource, scopesIn(form.scope) ?? []),
    ...(resource && { resource: resource.id }),
    ...(key.jkt !== undefined && { jkt: key.jkt }),
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    interval: INTERVAL,
    createdAt: at,
    expiresAt: at + LIFETIME * 1000,
  });
  const page = `${config().baseUrl}/device`;
  const shown = shownCode(code);
  return {
    device_code: deviceCodeOf(hash, secret),
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${shown}`,
    expires_in: LIFETIME,
    interval: INTERVAL,
  };
}

/** An application that has proved itself may run many devices. Anyone can send the id of the others. */
const countStart = (application: Application, ip: string) =>
  canKeepSecrets(application.kind)
    ? limits.consume('machine-token', application.id)
    : limits.consume('device-start', limits.network(ip));

async function stored(request: Omit<Parameters<typeof store.create>[1], 'device'>) {
  const secret = randomSecret();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const code = newUserCode();
    const hash = await hashOf(code);
    if (await store.create(hash, { ...request, device: digest(secret) })) return { code, hash, secret };
  }
  throw new Unavailable('no user code is free');
}
