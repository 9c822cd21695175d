// Verifies access tokens for protected resources. They are no tokens for this service, and the other way around.
import { isAct } from './act.ts';
import { type AccessOptions, isText, isTexts, isTime, openAny, type ResourceClaims } from './jwt.ts';

/**
 * Returns the claims of the valid access token for a protected resource, of a user, a machine, or a machine that acts for
 * a user; `undefined` for any other one. It has no roles and permissions, which the others must have, so neither passes
 * for the other. The caller decides what its audience is. Throws like `verifyAccessToken`.
 */
export async function verifyResourceToken(
  token: string,
  options: Omit<AccessOptions, 'audiences'>,
): Promise<ResourceClaims | undefined> {
  const opened = openAny(token, options);
  if (!opened || opened.claims.exp <= options.now) return undefined;
  const { roles, permissions, sid, auth_time, amr, client_id, scope, act, idp, epoch } = opened.payload;
  if (roles !== undefined || permissions !== undefined || !isText(client_id)) return undefined;
  if (scope !== undefined && !isText(scope)) return undefined;
  const claims = { ...opened.claims, client_id, ...(scope !== undefined && { scope }) };
  if (sid === undefined && idp !== undefined)
    return isText(idp) && isTime(epoch) && act === undefined && client_id !== claims.sub
      ? { ...claims, idp, epoch }
      : undefined;
  if (sid === undefined) return client_id === claims.sub && act === undefined ? claims : undefined;
  if (idp !== undefined) return undefined;
  const isActing = isAct(act) && act.sub === client_id;
  if (!isText(sid) || !isTime(auth_time) || !isTexts(amr) || (act !== undefined && !isActing)) return undefined;
  return { ...claims, sid, auth_time, amr, ...(isActing && { act }) };
}
