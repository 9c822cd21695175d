// Stores the logins of admins by an identity provider: from the start, through the proof that the provider sends back, to
// the session. A flow belongs to the browser that began it, and each step happens once.
import type { AdminId } from '../../platform/ids.ts';
import { adminIdentityOf } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { type Admin, type AdminIdentity, type AdminSession, find, provedWrite, type SecondFactor } from './admins.ts';

/**
 * What the provider has proved. `links`: the admin has no account there yet, and gets this one. `authAt`: when they logged
 * in there, ms, if it says so.
 */
export type Proved = { adminId: AdminId; identity: AdminIdentity; links: boolean; authAt?: number };

/** Stored under the hash of the secret in the browser's cookie. */
export type AdminFlow = table.Item & {
  type: 'admin-flow';
  /** Digest of the state that the provider sends back. */
  state: string;
  issuer: string;
  clientId: string;
  /** Nonce and PKCE verifier, sealed. */
  sealed: string;
  proved?: Proved;
  usedAt?: number;
  completedAt?: number;
  createdAt: number;
  expiresAt: number;
  ttl: number;
};

export type IdentityItem = table.Item & { type: 'admin-identity'; adminId: AdminId };

export const flowKey = keys.adminFlow;
export const begin = (flow: AdminFlow): Promise<boolean> => table.create(flow);
export const findFlow = (hash: string): Promise<AdminFlow | undefined> =>
  table.get<AdminFlow>(keys.adminFlow(hash), 'admin-flow');

/**
 * Uses the state of the flow. If callers race, one gets the flow. `undefined`: another state, used, or expired. `now` in ms.
 */
export async function useState(hash: string, state: string, now: number): Promise<AdminFlow | undefined> {
  const used = await table.update<AdminFlow>(keys.adminFlow(hash), {
    set: { usedAt: now },
    if: '#state = :state AND #expiresAt > :now AND attribute_not_exists(#usedAt)',
    values: { state, now },
  });
  return 'refused' in used ? undefined : used;
}

/** Records what the provider has proved. */
export async function recordProof({ pk, sk }: AdminFlow, proved: Proved): Promise<void> {
  await table.update({ pk, sk }, { set: { proved } });
}

/** Returns the admin who has the identity, and its claim, which may be left over from an admin who is gone. */
export async function findByIdentity(identity: AdminIdentity) {
  const claim = await table.get<IdentityItem>(keys.adminIdentity(adminIdentityOf(identity)), 'admin-identity');
  const admin = claim && (await find(claim.adminId));
  return { claim, admin: admin && hasIdentity(admin, identity) ? admin : undefined };
}

/** Whether it is the admin's account at the provider. */
export const hasIdentity = ({ identity }: Admin, { issuer, subject }: AdminIdentity): boolean =>
  identity?.issuer === issuer && identity.subject === subject;

/** An identity to link, with the claim of it that was read, and the events. */
type Link = { identity: AdminIdentity; claim: IdentityItem | undefined; events: table.Write };

function claimWrite({ id }: Admin, { identity, claim: before }: Link): table.Write {
  const key = keys.adminIdentity(adminIdentityOf(identity));
  const item: IdentityItem = { ...key, type: 'admin-identity', adminId: id };
  return before ? { replace: { item, ...table.unchanged(before, 'adminId') } } : { create: item };
}

const unchangedIdentity = ({ identity }: Admin): table.Condition =>
  identity ? { if: '#identity = :former', values: { former: identity } } : { if: 'attribute_not_exists(#identity)' };

type Completion = {
  now: number;
  step: SecondFactor;
  networks: string[];
  link: Link | undefined;
  /** Writes that use a passkey's challenge up. */
  further: readonly table.Write[];
};

/**
 * Completes the flow: starts the session, records the login, and links the identity if it is new, all or nothing. If
 * callers race, one gets `true`. `false` also as for `provedWrite`. `now` in ms.
 */
export async function complete(
  flow: AdminFlow,
  admin: Admin,
  session: AdminSession,
  { now, step, networks, link, further }: Completion,
): Promise<boolean> {
  const { pk, sk } = flow;
  const isOpen = { if: '#expiresAt > :now AND attribute_not_exists(#completedAt)', values: { now } };
  const fields = { lastLoginAt: now, networks, ...(link && { identity: link.identity }) };
  const result = await table.transact({
    flow: { update: { pk, sk, set: { completedAt: now }, ...isOpen } },
    session: { create: session },
    admin: provedWrite(admin, fields, step, link && unchangedIdentity(admin)),
    claim: link && claimWrite(admin, link),
    former: link && admin.identity && { erase: keys.adminIdentity(adminIdentityOf(admin.identity)) },
    further,
    events: link?.events,
  });
  return result === 'done';
}
