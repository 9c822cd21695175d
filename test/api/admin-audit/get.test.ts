// GET /auth/admin/api/audit/{id}: an entry by its id, for those who may list it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newEventId } from '../../../lib/platform/ids.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { type Entry, type Feed, pagesOf, startFeed } from '../../support/audit.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { type Tenant, type User, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const PATH = '/auth/admin/api/audit';
const GONE = refusal('AUDIT_ENTRY_NOT_FOUND');
let feed: Feed;
let tenant: Tenant;
let other: Tenant;
let ada: User;
let entry: Entry;

const get = (id: string) => service.admin('GET', `${PATH}/${id}`);
const listed = (query: string) => pagesOf(service, `${PATH}?${query}`);

beforeAll(async () => {
  feed = await startFeed(service);
  [tenant, other] = [await service.tenant(), await service.tenant()];
  ada = await service.signup(tenant);
  await feed.drain();
  [entry] = (await listed(`tenantId=${tenant.id}&action=session.started`)) as [Entry];
});
afterAll(() => feed.stop());

describe('200', () => {
  test('returns the entry as the list does, for each kind of target', async () => {
    const ofDeployment = (await listed('')).filter(({ tenantId }) => tenantId === null);
    expect(ofDeployment).not.toEqual([]);
    for (const each of [entry, ...(await listed(`tenantId=${tenant.id}`)), ...ofDeployment]) {
      const { status, body } = await get(each.id);
      expect([status, body]).toEqual([200, each]);
    }
  });

  test('returns entries of their tenants to admins who are limited to them', async () => {
    const auditor = await scopedAdmin(service, 'auditor', [other.id, tenant.id]);
    const { status, body } = await auditor.get(`${PATH}/${entry.id}`);
    expect([status, body.id]).toEqual([200, entry.id]);
  });

  test('records that it was read, once, for the tenant of the entry', async () => {
    const auditor = await scopedAdmin(service, 'auditor', [tenant.id]);
    for (let time = 0; time < 2; time++) await auditor.get(`${PATH}/${entry.id}`);
    await feed.drain();
    const reads = await listed(`tenantId=${tenant.id}&actorId=${auditor.id}`);
    expect(reads.map(({ action, target }) => [action, target.id])).toEqual([['audit.read', tenant.id]]);
  });

  test('shows no personal data of a user who was erased', async () => {
    const user = await service.signup(other);
    const id = claimsOf(user.tokens.accessToken).sub;
    await feed.drain();
    const [started] = (await listed(`targetId=${id}&action=session.started`)) as [Entry];
    expect((await get(started.id)).body).toMatchObject({ isErased: false, target: { name: user.email } });
    await service.admin('DELETE', `/auth/admin/api/users/${id}`);
    await feed.drain();
    const { body } = await get(started.id);
    expect(body).toMatchObject({ id: started.id, isErased: true, source: null, target: { id, name: null } });
    expect(JSON.stringify(body)).not.toContain(user.email);
  });
});

describe('403', () => {
  test('FORBIDDEN: a role that may not read the log', async () => {
    const support = await scopedAdmin(service, 'support', [tenant.id]);
    expect(answerOf(await support.get(`${PATH}/${entry.id}`))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('404', () => {
  test.each([
    ['an unknown id', newEventId()],
    ['other text', 'evt_1'],
    ['the id of a user', 'usr_x'],
    ['a key', 'P%23AUD'],
  ])('AUDIT_ENTRY_NOT_FOUND: %s', async (_, id) => {
    expect(answerOf(await get(id))).toEqual(GONE);
  });

  test('AUDIT_ENTRY_NOT_FOUND: an entry of another tenant, or of none, for an admin who is limited to one', async () => {
    const auditor = await scopedAdmin(service, 'auditor', [other.id]);
    const [ofDeployment] = (await listed('')).filter(({ tenantId }) => tenantId === null) as [Entry];
    for (const { id } of [entry, ofDeployment]) expect(answerOf(await auditor.get(`${PATH}/${id}`))).toEqual(GONE);
    expect(ada.tenant.id).toBe(tenant.id);
  });
});
