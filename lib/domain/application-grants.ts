// Lists what users allow applications, and revokes it: for the users themselves, and for admins.
import { fail } from '../contract/errors.ts';
import type { Reply } from '../contract/index.ts';
import { iso, now } from '../platform/clock.ts';
import { grantId } from '../platform/ids.ts';
import { findMany } from '../store/applications/applications.ts';
import { event, type NewEvent, outboxWrite } from '../store/outbox.ts';
import * as store from '../store/people/application-grants.ts';

type Shown = Reply<'GET /auth/grants'>['grants'][number];

/** Returns the grants, newest first, without those of applications that were deleted. Reads each application once. */
export async function list(owner: store.GrantOwner): Promise<Shown[]> {
  const grants = await store.list(owner);
  const ids = [...new Set(grants.map(({ applicationId }) => applicationId))];
  const byId = await findMany(ids);
  return grants
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .flatMap(({ id, applicationId, resource, scopes, destinations, createdAt, updatedAt }) => {
      const application = byId.get(applicationId);
      if (!application) return [];
      const { name, party } = application;
      const shown = { id: applicationId, name };
      const times = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
      return [{ id, application: shown, isThirdParty: party === 'third', resource, scopes, destinations, ...times }];
    });
}

/**
 * Revokes the grant of this id and ends the sessions of its application, with `others` among the events. Throws
 * GRANT_NOT_FOUND for one that is unknown, another person's, or was revoked before.
 */
export async function revoke(owner: store.GrantOwner, id: string, others: NewEvent[] = []): Promise<void> {
  const valid = grantId(id) ?? fail('GRANT_NOT_FOUND');
  const grant = (await store.list(owner)).find((each) => each.id === valid) ?? fail('GRANT_NOT_FOUND');
  const { tenant: tenantId, user: userId } = owner;
  const revoked = { tenantId, userId, applicationId: grant.applicationId, grantId: valid };
  const events = outboxWrite(tenantId, [event('svc.application_access_revoked', revoked), ...others], now());
  if (!(await store.revoke(owner, grant, events))) fail('GRANT_NOT_FOUND');
}
