// Revokes tokens (RFC 7009). A token of another application changes nothing: who has found one must not end its session.
import type { Form } from '../../contract/index.ts';
import * as assertions from '../../store/applications/assertions.ts';
import { logout } from '../sessions/authenticate.ts';
import * as tokens from '../sessions/tokens.ts';
import { authenticateClient } from './client-authentication.ts';

/**
 * Ends the session behind an access or refresh token of the application. The token of a machine has none, and that with which
 * it acts for a user has one that is not its own: it is remembered, for introspection, until it expires. The reply tells
 * nothing about the token. Throws what `authenticateClient` throws.
 */
export async function revoke(
  authorization: readonly string[],
  form: Form<'POST /oauth2/revoke'>,
  ip: string,
): Promise<Record<string, never>> {
  const { id } = await authenticateClient({ ...form, authorization }, ip);
  const forResource = await tokens.readOfResource(form.token);
  const isMachines = forResource?.sid === undefined || forResource.act !== undefined;
  const machine = isMachines ? (forResource ?? (await tokens.readMachine(form.token))) : undefined;
  if (machine) {
    if (machine.client_id === id) await assertions.use(id, machine.jti, machine.exp);
    return {};
  }
  if (forResource?.sid !== undefined) {
    if (forResource.client_id === id) await logout({ ...forResource, sid: forResource.sid });
    return {};
  }
  const [access, refresh] = await Promise.all([tokens.readAccess(form.token), tokens.readRefreshOf(id, form.token)]);
  const claims = [access, refresh].find(
    (each) => typeof each === 'object' && 'client_id' in each && each.client_id === id,
  );
  if (typeof claims === 'object') await logout(claims);
  return {};
}
