// Exchanges the access token of a user for one with which a machine acts for them at another protected resource (RFC 8693):
// the same subject, the machine as `act`, no scope more, five minutes at most, and no refresh token. The machine that
// authenticates is the actor.
import { fail } from '../../../contract/errors.ts';
import { actorsIn, MOST_ACTORS } from '../../../crypto/act.ts';
import { type ResourceClaims, signAccessToken } from '../../../crypto/jwt.ts';
import { now, seconds } from '../../../platform/clock.ts';
import { newTokenId, type TenantId } from '../../../platform/ids.ts';
import { note } from '../../../platform/request-context.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { find, type ProtectedResource } from '../../../store/applications/protected-resources.ts';
import * as table from '../../../store/dynamo/table.ts';
import { noteItem } from '../../../store/outbox.ts';
import { serves } from '../../application-standing.ts';
import * as limits from '../../credentials/limits.ts';
import { keys } from '../../keys/signing-keys.ts';
import { resourceNamed } from '../../protected-resource-rights.ts';
import { accessTtlOf, readOfResource } from '../../sessions/tokens.ts';
import { whenCounting } from '../../still-counts.ts';
import { liveAtResource } from '../live/at-resource.ts';
import { type Holder, mayActAt, scopesActing } from '../live/delegation.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { UNKNOWN_TARGET } from '../target.ts';
import { tokenType } from '../token-reply.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';

/** RFC 8693 3. */
export const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** Seconds. A machine asks again for what it still needs, and each time everything is asked anew. */
const LONGEST_ACTING = 300;

type Subject = ResourceClaims & { sid: string };

/**
 * Returns a token with which the machine acts for the user of the subject token. Throws INVALID_INPUT for a request of
 * another form, INVALID_SUBJECT_TOKEN, INVALID_DPOP_PROOF for a bound token without a key for the new one, INVALID_TARGET for
 * a resource at which the machine may not act, INVALID_SCOPE for a scope that the token does not have, and RATE_LIMITED.
 */
export const tokenExchange: GrantRule = async (machine, form, _, { jkt, use }) => {
  const sent = required(form);
  const subject = requireSubject(machine, await readOfResource(sent.token));
  note({ tenant: subject.tid });
  // What was bound stays bound, now to the key of the machine: a bearer token would be easier to use than its origin.
  if (subject.cnf && jkt === undefined)
    fail('INVALID_DPOP_PROOF', { message: 'The subject token is bound to a key. Send a DPoP proof of your own.' });
  await limits.consume('token-exchange', machine.id, subject.sub);
  const named = resourceNamed(sent.resource);
  const [live, target] = await Promise.all([liveAtResource(subject), named && find(named)]);
  if (!live?.holder || live.holder.user.mustChangePassword) return fail('INVALID_SUBJECT_TOKEN');
  const holder = { ...live.holder, machines: [machine, ...live.holder.machines] };
  if (!mayActAt(target, holder, now())) return fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  const scope = (await narrowed(sent.scope, subject, live.claims, target, holder)).join(' ');
  await use();
  await whenCounting(machine);
  const iat = seconds();
  const exp = Math.min(iat + lifetimeOf(machine, target, holder), subject.exp);
  const { signer } = await keys();
  const { iss, sub, tid, sid, auth_time, amr, act } = subject;
  const accessToken = signAccessToken(signer, {
    ...{ iss, sub, tid, sid, auth_time, amr, iat, exp, scope },
    aud: target.uri,
    client_id: machine.id,
    jti: newTokenId(),
    act: { sub: machine.id, ...(act && { act }) },
    ...(jkt !== undefined && { cnf: { jkt } }),
  });
  // The first one of each minute: a gateway that asks for each request must not fill the log. Refused ones do not count here.
  const { count } = await limits.consume('token-exchange-noted', machine.id, sub, target.id, scope);
  if (count <= 1) await recordExchange(machine, holder, target, scope);
  return {
    access_token: accessToken,
    issued_token_type: ACCESS_TOKEN,
    token_type: tokenType(jkt),
    expires_in: exp - iat,
    scope,
  };
};

/** Returns what the request says. Throws INVALID_INPUT for what is missing or not supported, and INVALID_SCOPE. */
function required(form: TokenForm) {
  const no = (message: string): never => fail('INVALID_INPUT', { message });
  if (form.actor_token !== undefined || form.actor_token_type !== undefined)
    no('actor_token: is not supported. The application that authenticates is the actor.');
  if ((form.requested_token_type ?? ACCESS_TOKEN) !== ACCESS_TOKEN) no(`requested_token_type: must be ${ACCESS_TOKEN}`);
  const token = form.subject_token ?? no('subject_token: is required');
  if (form.subject_token_type !== ACCESS_TOKEN) no(`subject_token_type: must be ${ACCESS_TOKEN}`);
  const { resource, audience } = form;
  if (resource !== undefined && audience !== undefined && resource !== audience)
    fail('INVALID_TARGET', { message: 'audience and resource must be one URI. Ask for a token for each.' });
  const scope = scopesIn(form.scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  return { token, resource: resource ?? audience ?? no('resource: is required'), scope };
}

/**
 * Returns the claims of a user's token that the machine may exchange, as far as the token says. Throws INVALID_SUBJECT_TOKEN.
 * A token for this service is none: it opens the account. No machine acts twice in a chain, which would then have no end.
 */
function requireSubject(machine: Application, claims: ResourceClaims | undefined): Subject {
  const actors = actorsIn(claims?.act);
  const isSubject = claims?.sid !== undefined && serves(machine, claims.tid as TenantId);
  const fits = actors.length < MOST_ACTORS && !actors.includes(machine.id);
  return isSubject && fits ? (claims as Subject) : fail('INVALID_SUBJECT_TOKEN');
}

/**
 * Returns the scopes of the new token: those that are asked for, or all of the subject token, as far as they still count
 * there, the target knows them, all who have a part in it may have them, and the user may use them now. Throws INVALID_SCOPE for one that the subject
 * token does not have, and if nothing is left: a token without a scope would look like a full one.
 */
async function narrowed(
  asked: readonly string[],
  { scope = '' }: Subject,
  { scope: live = '' }: ResourceClaims,
  target: ProtectedResource,
  holder: Holder,
) {
  const [had, has] = [scope.split(' '), live.split(' ')];
  if (!asked.every((each) => had.includes(each)))
    fail('INVALID_SCOPE', { message: 'The subject token does not have this scope.' });
  const scopes = await scopesActing(
    target,
    holder,
    has.filter((each) => !asked.length || asked.includes(each)),
  );
  return scopes.length ? scopes : fail('INVALID_SCOPE', { message: 'Nothing of the subject token counts there now.' });
}

const lifetimeOf = (machine: Application, target: ProtectedResource, { tenant }: Holder): number =>
  Math.min(
    LONGEST_ACTING,
    accessTtlOf(tenant),
    machine.accessTtlSeconds ?? LONGEST_ACTING,
    target.accessTtlSeconds ?? LONGEST_ACTING,
  );

/** Records in the audit log that the machine acts for the user. */
async function recordExchange(
  machine: Application,
  { user, tenant }: Holder,
  { uri }: ProtectedResource,
  scope: string,
) {
  const target = { type: 'user', id: user.id };
  const detail = { applicationId: machine.id, resource: uri, scopes: scope.split(' ') };
  const entry = { action: 'machine.token_exchanged', outcome: 'success', target, detail } as const;
  await table.create(noteItem(tenant.id, entry, now(), false));
}
