// Tests the comparison of the users of a tenant with those of a directory, for admins and for those who manage the tenant.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { connectionsOf, type Directory, directoryOf, person } from '../../support/scim.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const pathOf = ({ id }: Pick<Directory, 'id'>): string => `${connectionsOf(tenant)}/${id}/drift`;

type Page = { users: { id: string; finding: string }[]; nextCursor: string | null };

/** Who differs, by what was found. */
async function found(read: (cursor: string) => Promise<{ status: number; body: Page }>): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (let cursor = ''; ; ) {
    const { status, body } = await read(cursor && `?cursor=${encodeURIComponent(cursor)}`);
    expect(status).toBe(200);
    for (const { id, finding } of body.users) all.set(id, finding);
    if (!body.nextCursor) return all;
    cursor = body.nextCursor;
  }
}

describe('GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift', () => {
  test('finds who is here and not there, who was deactivated here, and no one else', async () => {
    const [directory, other] = [await directoryOf(service, tenant), await directoryOf(service, tenant)];
    const here = await createUser(service, tenant, {});
    const [same, ended, left] = [
      await directory.create(person()),
      await directory.create(person()),
      await directory.create(person()),
    ];
    const theirs = await other.create(person());
    await service.admin('PATCH', `${USERS}/${ended.id}`, { isActive: false });
    expect((await directory.ask('DELETE', `/Users/${left.id}`)).status).toBe(204);
    const all = await found((cursor) => service.admin('GET', `${pathOf(directory)}${cursor}`) as never);
    expect([here.id, same.id, ended.id, left.id, theirs.id].map((id) => all.get(id))).toEqual([
      'absent',
      undefined,
      'inactive',
      'absent',
      'absent',
    ]);
    await service.admin('PATCH', `${USERS}/${ended.id}`, { isActive: true });
    const again = await found((cursor) => service.admin('GET', `${pathOf(directory)}${cursor}`) as never);
    expect(again.has(ended.id)).toBe(false);
  });

  test('compares more than one page, and its cursor is of one list and one reader', async () => {
    const mine = await service.tenant();
    const directory = await directoryOf(service, mine);
    const path = `${connectionsOf(mine)}/${directory.id}/drift`;
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1) ids.push((await createUser(service, mine, {})).id);
    const first = (await service.admin('GET', path)).body as Page;
    expect([first.users.length, typeof first.nextCursor]).toEqual([100, 'string']);
    const all = await found((cursor) => service.admin('GET', `${path}${cursor}`) as never);
    expect([...all.keys()].sort()).toEqual(ids.sort());
    const cursor = `?cursor=${encodeURIComponent(first.nextCursor ?? '')}`;
    const second = await directoryOf(service, mine);
    const by = await manager(service, mine);
    for (const reply of [
      await service.admin('GET', `${connectionsOf(mine)}/${second.id}/drift${cursor}`),
      await service.admin('GET', `${path}?cursor=x`),
      await by.ask('GET', `${ORGANIZATION}/scim-connections/${directory.id}/drift${cursor}`),
    ])
      expect(answerOf(reply)).toEqual(refusal('CURSOR_INVALID'));
  });

  test('is found in its tenant alone', async () => {
    const directory = await directoryOf(service, tenant);
    const other = await service.tenant();
    expect(answerOf(await service.admin('GET', `${connectionsOf(other)}/${directory.id}/drift`))).toEqual(
      refusal('SCIM_CONNECTION_NOT_FOUND'),
    );
    expect(answerOf(await service.admin('GET', `${connectionsOf({ id: 'x' })}/${directory.id}/drift`))).toEqual(
      refusal('TENANT_NOT_FOUND'),
    );
  });
});

describe('GET /auth/organization/scim-connections/{id}/drift', () => {
  test('shows members to those who may see members, in their tenant alone', async () => {
    const mine = await service.tenant();
    const directory = await directoryOf(service, mine);
    const path = `${ORGANIZATION}/scim-connections/${directory.id}/drift`;
    const by = await manager(service, mine, ['organization.members']);
    const { body } = await by.ask('GET', path);
    expect(body).toEqual({
      users: [{ id: by.id, email: by.email, name: null, finding: 'absent' }],
      nextCursor: null,
      lastUsedAt: null,
    });
    const sso = await manager(service, mine, ['organization.sso']);
    expect(answerOf(await sso.ask('GET', path))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    const foreign = await manager(service, tenant);
    expect(answerOf(await foreign.ask('GET', path))).toEqual(refusal('SCIM_CONNECTION_NOT_FOUND'));
  });
});
