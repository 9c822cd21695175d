// Lists the tenants of a person and the invitations that wait for them. An equal address proves nothing, and an admin of this
// tenant may have marked the address as proved, or know the password of the account. So a code goes to the mailbox first, and
// the list goes to the session that brings it back.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';
import { transact } from '../../store/dynamo/table.ts';
import { wholeTerm } from '../../store/keys.ts';
import * as store from '../../store/people/codes.ts';
import { matching } from '../../store/people/directory.ts';
import { asInvitation, findMany, type Invitation } from '../../store/people/invitations.ts';
import { asUser, type User } from '../../store/people/users.ts';
import { needsLongCode, openCodeGuess } from '../credentials/code-guesses.ts';
import { checkCode, sendCode } from '../credentials/codes.ts';
import { maySend } from '../credentials/message-budget.ts';
import { idsIn } from '../sessions/authenticate.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { readRefresh } from '../sessions/tokens.ts';
import { headsOf, isOwnersAccount } from '../tenants-of-address.ts';
import { isWaiting } from './invitee.ts';

type Found = Reply<'POST /auth/tenants/mine'>;

const PURPOSE = 'list-tenants';
/** Accounts that are read, each with its invitation: two calls of DynamoDB (API reference, "BatchGetItem": 100 items). */
const MAX_ACCOUNTS = 100;

/** Sends a code to the proved e-mail address of the account. Throws NO_EMAIL_ADDRESS without one, and RATE_LIMITED. */
export async function sendCodeForTenants({ user, tenant, session }: Actor, { ip }: Client) {
  const to = provedEmail(user);
  const requester = { isDecoy: false, settings: tenant.settings, reserve: [user.id, session.id] as const };
  const [allowed, isLong] = await Promise.all([
    maySend({ tenant: tenant.id, purpose: PURPOSE, channel: 'email', to, ip }, requester),
    needsLongCode({ tenant: tenant.id, purpose: PURPOSE, address: to }),
  ]);
  if (!allowed) fail('RATE_LIMITED', { retryAfter: 60 });
  const recipient = { tenant: tenant.id, user: user.id, epoch: user.epoch, to, channel: 'email' } as const;
  await sendCode(recipient, PURPOSE, 'svc.email_verification_requested', { isLong });
  return { message: 'A code is on its way.' };
}

/**
 * Returns the active tenants in which an active account has proved the address, by name, and the invitations to it. `waiting`:
 * the refresh tokens that wait in the browser. Throws NO_EMAIL_ADDRESS, and VERIFICATION_CODE_INVALID for a code that is wrong,
 * expired, used or for another address.
 */
export async function ownTenants(
  { user, tenant }: Actor,
  { code }: { code: string },
  waiting: readonly string[],
): Promise<Found> {
  const email = provedEmail(user);
  const guess = await openCodeGuess({ tenant: tenant.id, purpose: PURPOSE, address: email }, code);
  if (guess.refused()) return fail('VERIFICATION_CODE_INVALID');
  const live = await checkCode({ tenant: tenant.id, user: user.id, epoch: user.epoch }, PURPOSE, code);
  if (live?.to !== email) {
    await guess.failed({ tenant: tenant.id, user: undefined });
    return fail('VERIFICATION_CODE_INVALID');
  }
  // One caller uses the code.
  if ((await transact({ code: store.consumeWrite(live) })) !== 'done') return fail('VERIFICATION_CODE_INVALID');
  await guess.succeeded();
  const [{ accounts, invitations, heads }, signedIn] = await Promise.all([find(email), tenantsOfTokens(waiting)]);
  return {
    tenants: [...heads.values()]
      .filter(({ id }) => accounts.has(id))
      .map(({ id, slug, name }) => ({
        id,
        slug,
        name,
        isCurrent: id === tenant.id,
        isSignedIn: id === tenant.id || signedIn.has(id),
      }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.slug < b.slug ? -1 : 1)),
    invitations: invitations.flatMap(({ tenantId, expiresAt }) => {
      const head = heads.get(tenantId);
      return head ? [{ tenant: { id: head.id, slug: head.slug, name: head.name }, expiresAt: iso(expiresAt) }] : [];
    }),
  };
}

function provedEmail({ email, emailVerifiedAt }: User): string {
  if (email === null || emailVerifiedAt === null) return fail('NO_EMAIL_ADDRESS');
  return email;
}

/** The index says where to look, and is eventually consistent. The accounts and invitations, which are read, decide. */
async function find(email: string) {
  const { matches } = await matching(undefined, wholeTerm(email));
  const items = await findMany(matches.slice(0, MAX_ACCOUNTS).map(({ id }) => id));
  const users = items.flatMap((item) => asUser(item) ?? []).filter((each) => each.email === email);
  const byId = new Map(users.map((each) => [each.id, each]));
  const invitations = items.flatMap((item): Invitation[] => {
    const invitation = asInvitation(item);
    const invited = invitation && byId.get(invitation.id);
    return invited && invitation.to === email && isWaiting(invitation, invited, now()) ? [invitation] : [];
  });
  const accounts = new Set(users.filter((each) => isOwnersAccount(each, email)).map(({ tenantId }) => tenantId));
  const heads = await headsOf([...new Set([...accounts, ...invitations.map(({ tenantId }) => tenantId)])]);
  const active = heads.filter(({ status }) => status === 'active').map((head) => [head.id, head] as const);
  return { accounts, invitations, heads: new Map(active) };
}

/** Tokens whose signature verifies: whether their sessions live is found out by the switch. */
async function tenantsOfTokens(tokens: readonly string[]): Promise<ReadonlySet<TenantId>> {
  const claims = await Promise.all(tokens.map(readRefresh));
  return new Set(claims.flatMap((each) => (typeof each === 'string' ? [] : (idsIn(each)?.tenant ?? []))));
}
