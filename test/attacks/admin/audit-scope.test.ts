// Threat: the audit log tells an admin of one tenant about an account of another one, or a user about a colleague. What
// a user causes is listed among their own entries, and may be about someone else.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimsOf } from '../../support/api.ts';
import { type Entry, startFeed } from '../../support/audit.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import {
  bearer,
  newEmail,
  newPassword,
  running,
  type Tenant,
  type User,
  unique,
  useService,
} from '../../support/service.ts';

const API = '/auth/admin/api';
const service = useService({}, { changeFeed: false });
let [own, foreign]: Tenant[] = [];
let [mine, theirs]: User[] = [];
const feed = running(() => startFeed(service));
beforeAll(async () => {
  [own, foreign] = [await service.tenant(), await service.tenant()];
  [mine, theirs] = [await service.signup(own), await service.signup(foreign)];
});

const idOf = ({ tokens }: User): string => claimsOf(tokens.accessToken).sub;

describe('two accounts of a person in two tenants that a switch of tenant has linked', () => {
  let [ofOwn, ofForeign, ofBoth, ofAll]: ScopedAdmin[] = [];
  beforeAll(async () => {
    const body = { tenantId: foreign!.id, refreshToken: theirs!.tokens.refreshToken };
    const { status } = await service.post('/auth/switch-tenant', body, { headers: bearer(mine!.tokens) });
    expect(status).toBe(200);
    await feed.drain();
    const tenants = [own!.id, foreign!.id];
    ofOwn = await scopedAdmin(service, 'auditor', [own!.id]);
    ofForeign = await scopedAdmin(service, 'auditor', [foreign!.id]);
    ofBoth = await scopedAdmin(service, 'auditor', tenants);
    ofAll = await scopedAdmin(service, 'auditor');
  });
  const linksIn = async (who: ScopedAdmin | undefined, path: string): Promise<Entry[]> => {
    const { status, body } = await who!.get(`${API}/${path}`);
    expect(status).toBe(200);
    return body.data.filter(({ action }: Entry) => action === 'account_linked');
  };

  test('are listed to an admin of one tenant without a trace of the other', async () => {
    for (const [who, tenant, user, other] of [
      [ofOwn, own, mine, foreign],
      [ofForeign, foreign, theirs, own],
    ] as const) {
      const id = idOf(user!);
      for (const path of [`users/${id}/audit`, `audit?targetId=${id}`, 'audit', `audit?action=account_linked`]) {
        const links = await linksIn(who, path);
        expect(links).toMatchObject([{ tenantId: tenant?.id, target: { id } }]);
        expect(JSON.stringify(links)).not.toContain(other!.id.slice(4));
      }
      const { text } = await who!.get(`${API}/audit?actorId=${id}`);
      expect(text).not.toContain(other!.id.slice(4));
      expect(text).not.toContain((user === mine ? theirs : mine)!.email);
    }
  });

  test('are listed in full to an admin of both tenants and of the deployment', async () => {
    for (const who of [ofBoth, ofAll]) {
      const links = await linksIn(who, `users/${idOf(mine!)}/audit`);
      expect(links.map(({ tenantId }) => tenantId).sort()).toEqual([own!.id, foreign!.id].sort());
      expect(links).toContainEqual(
        expect.objectContaining({ detail: expect.objectContaining({ linkedTenantId: foreign!.id }) }),
      );
      expect(links.map(({ actor }) => actor.id)).toEqual([idOf(mine!), idOf(mine!)]);
    }
  });

  test('an admin of both tenants who asks for one of them gets entries of it alone', async () => {
    const links = await linksIn(ofBoth, `audit?tenantId=${own!.id}&actorId=${idOf(mine!)}`);
    expect(links.map(({ tenantId }) => tenantId)).toEqual([own!.id]);
  });
});

test('a user does not learn the address and the device of the colleague who invited them', async () => {
  const created = async (path: string, body: object) => (await service.admin('POST', `${API}/${path}`, body)).body;
  await created('permissions', { name: 'users.invite' });
  const { role } = await created('roles', { name: unique('host'), tenantId: own!.id, permissions: ['users.invite'] });
  await service.admin('PATCH', `${API}/users/${idOf(mine!)}`, { roleIds: [role.id] });
  const invited = { tenant: own!, email: newEmail(), password: newPassword() };
  const agent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0';
  const headers = { ...bearer((await service.login(mine!)).body), 'user-agent': agent };
  const { userId } = (await service.post('/auth/invite', { email: invited.email }, { headers })).body;
  const change = { password: invited.password, mustChangePassword: false };
  expect((await service.admin('PATCH', `${API}/users/${userId}`, change)).status).toBe(200);
  await feed.drain();
  const login = await service.login(invited);
  const { data } = (await service.get('/auth/audit', { headers: bearer(login.body) })).body;
  expect(data).toContainEqual(
    expect.objectContaining({ action: 'user_invited', by: 'other', ipAddress: null, deviceName: null }),
  );
});
