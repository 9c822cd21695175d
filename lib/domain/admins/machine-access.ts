// Authenticates machines that call operations of admins.
import { fail } from '../../contract/errors.ts';
import { verifyMachineAdminToken } from '../../crypto/machine-admin-token.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { seconds } from '../../platform/clock.ts';
import { applicationId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { findOriginal } from '../../store/applications/applications.ts';
import type { MachineActor } from '../administrator.ts';
import { machineFor } from '../machine-administration.ts';
import { adminApi } from '../protected-resource-rights.ts';
import { isHolder, type SentProofs, type ShownToken } from '../sessions/bound-tokens.ts';

/**
 * Returns the machine that shows the token, with one strongly consistent read. Throws INVALID_TOKEN for any other token, for
 * one that is bound to a key without a proof of it, and for one that was given before what it rests on ended.
 */
export async function authenticateMachine(shown: ShownToken, proofs: SentProofs): Promise<MachineActor> {
  const expected = { issuer: config().baseUrl, audience: adminApi(), now: seconds() };
  const claims = verifyMachineAdminToken(await rootSecret('session'), shown.token, expected);
  const id = claims && applicationId(claims.sub);
  if (!id || !(await isHolder(claims, shown, proofs))) return refused();
  const application = await findOriginal(id);
  return (application && machineFor(claims, application)) || refused();
}

const refused = (): never =>
  fail('INVALID_TOKEN', {
    message: 'The token is not one of an application that administers. An admin needs their session cookie.',
  });
