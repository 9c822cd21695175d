// Tests what users see of their own tenant who manage it.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { organizationPermissions } from '../../../lib/contract/groups/parts/organization-permissions.ts';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { INVITATIONS, MEMBERS, manager, managerWith, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { newEmail, newPassword, prepared, unique, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const other = prepared(() => service.tenant());
const owner = prepared(() => manager(service, tenant));
const plain = prepared(() => managerWith(service, tenant, []));

describe('GET /auth/organization: 200', () => {
  test('returns the tenant of the session and what the user may do there', async () => {
    const reply = await owner.ask('GET', ORGANIZATION);
    expect(reply.body).toEqual({
      id: tenant.id,
      slug: tenant.slug,
      name: tenant.name,
      permissions: [...organizationPermissions],
    });
    expectWellFormed(reply);
    expect((await plain.ask('GET', ORGANIZATION)).body.permissions).toEqual([]);
  });

  test('counts a role that was taken away no more', async () => {
    const roleId = await roleWith(service, tenant, ['organization.audit']);
    const member = await managerWith(service, tenant, [roleId]);
    expect((await member.ask('GET', ORGANIZATION)).body.permissions).toEqual(['organization.audit']);
    await service.admin('PATCH', `/auth/admin/api/roles/${roleId}`, { isActive: false });
    expect((await member.ask('GET', ORGANIZATION)).body.permissions).toEqual([]);
    expect(answerOf(await member.ask('GET', `${ORGANIZATION}/audit`))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });
});

describe('GET /auth/organization/members: 200', () => {
  test('lists the members of the own tenant page by page, without what the application keeps about them', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    const stranger = await createUser(service, other, {});
    const first = await createUser(service, own, { name: 'Ada Lovelace', metadata: { plan: 'secret' } });
    const page = await by.ask('GET', `${MEMBERS}?limit=1`);
    expect([page.status, page.body.total]).toEqual([200, 2]);
    expect(page.body.members).toEqual([
      {
        id: first.id,
        email: first.email,
        phone: null,
        name: 'Ada Lovelace',
        isActive: true,
        emailVerifiedAt: null,
        phoneVerifiedAt: null,
        roles: [],
        createdAt: expect.any(String),
      },
    ]);
    const next = await by.ask('GET', `${MEMBERS}?limit=1&cursor=${encodeURIComponent(page.body.nextCursor)}`);
    expect(next.body.members[0]).toMatchObject({ id: by.id, roles: [{ id: by.roleId }] });
    expect(next.body.nextCursor).toBeNull();
    expect(page.text + next.text).not.toContain(stranger.id);
  });

  test('searches by the beginning of a word, and by status', async () => {
    const name = unique('findme');
    const { id } = await createUser(service, tenant, { name });
    await createUser(service, other, { name });
    const found = await owner.ask('GET', `${MEMBERS}?search=${name}`);
    expect(found.body.members.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await owner.ask('GET', `${MEMBERS}?search=${name}&status=inactive`)).body.members).toEqual([]);
  });
});

describe('GET /auth/organization/members: 400', () => {
  test('refuses a cursor of another reader, and one that was changed', async () => {
    const { nextCursor } = (await owner.ask('GET', `${MEMBERS}?limit=1`)).body;
    const colleague = await manager(service, tenant);
    for (const cursor of [nextCursor, 'x'])
      expect(answerOf(await colleague.ask('GET', `${MEMBERS}?cursor=${encodeURIComponent(cursor)}`))).toEqual(
        refusal('CURSOR_INVALID'),
      );
  });

  test('refuses a tenant that the query names', async () => {
    for (const path of [MEMBERS, INVITATIONS, `${ORGANIZATION}/audit`])
      expect(answerOf(await owner.ask('GET', `${path}?tenantId=${other.id}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('GET /auth/organization/invitations', () => {
  test('lists those of users and admins, and names no admin', async () => {
    const email = newEmail();
    const made = await service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email });
    expect(made.status).toBe(201);
    const elsewhere = newEmail();
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: other.id, email: elsewhere });
    const listed = await owner.ask('GET', `${INVITATIONS}?status=pending`);
    expect(listed.body.invitations).toContainEqual(
      expect.objectContaining({ id: made.body.invitation.id, email, invitedBy: null, status: 'pending' }),
    );
    expect(listed.text).not.toContain(elsewhere);
    expect(listed.text).not.toContain('adm_');
  });

  test('refuses a cursor that was changed', async () => {
    expect(answerOf(await owner.ask('GET', `${INVITATIONS}?cursor=x`))).toEqual(refusal('CURSOR_INVALID'));
  });
});

describe('GET /auth/organization/roles', () => {
  test('says which roles the user may give', async () => {
    const name = unique('app').replace('-', '.');
    await service.admin('POST', '/auth/admin/api/permissions', { name });
    const [beyond, within, empty, everywhere, elsewhere] = await Promise.all([
      roleWith(service, tenant, [name, 'organization.audit']),
      roleWith(service, tenant, ['organization.audit']),
      roleWith(service, tenant, []),
      roleWith(service, null, ['organization.invite']),
      roleWith(service, other, ['organization.invite']),
    ]);
    const { roles } = (await owner.ask('GET', `${ORGANIZATION}/roles`)).body;
    const mayGive = new Map(roles.map((role: { id: string; mayGive: boolean }) => [role.id, role.mayGive]));
    expect([owner.roleId, within, everywhere, beyond, empty, elsewhere].map((id) => mayGive.get(id as string))).toEqual(
      [true, true, true, false, false, undefined],
    );
  });
});

describe('GET /auth/organization/audit', () => {
  test('shows what happened in the tenant, without the admin who did it', async () => {
    const member = await createUser(service, tenant, {});
    await createUser(service, other, {});
    const path = `${ORGANIZATION}/audit?targetId=${member.id}&action=user.created`;
    const [entry] = await until(async () => {
      const { data } = (await owner.ask('GET', path)).body;
      return data.length ? data : undefined;
    }, 'the entry');
    expect(entry).toMatchObject({
      tenantId: tenant.id,
      action: 'user.created',
      actor: { type: 'admin', id: null, name: null },
      source: null,
      target: { type: 'user', id: member.id, name: member.email },
    });
    const all = await owner.ask('GET', `${ORGANIZATION}/audit?limit=100`);
    expect(all.text).not.toContain('adm_');
    expect(all.text).not.toContain(other.id);
    const foreign = await owner.ask('GET', `${ORGANIZATION}/audit?targetId=${other.id}`);
    expect([foreign.status, foreign.body.data]).toEqual([200, []]);
  });

  test('does not find entries by an admin', async () => {
    const { admins } = (await service.admin('GET', '/auth/admin/api/admins')).body;
    const id = admins?.[0]?.id ?? 'adm_5nQ8tW1zC4fI7lO0rU3xA6';
    expect((await owner.ask('GET', `${ORGANIZATION}/audit?actorId=${id}`)).body).toEqual({
      data: [],
      meta: { nextCursor: null },
    });
  });

  test('refuses a cursor that was changed', async () => {
    expect(answerOf(await owner.ask('GET', `${ORGANIZATION}/audit?cursor=x`))).toEqual(refusal('CURSOR_INVALID'));
  });
});

describe('GET /auth/organization/usage', () => {
  test('counts the members and the sign-ups of a week, of the own tenant alone', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    await createUser(service, own, { emailVerifiedAt: new Date().toISOString() });
    const disabled = await createUser(service, own, {});
    expect((await by.ask('PATCH', `${MEMBERS}/${disabled.id}`, { isActive: false })).status).toBe(200);
    const usage = await until(async () => {
      const reply = await by.ask('GET', `${ORGANIZATION}/usage`);
      expectWellFormed(reply);
      const { total, active } = reply.body.members;
      return total === 3 && active === 2 ? reply.body : undefined;
    }, 'the figures');
    expect(usage.members.verified).toBe(1);
    await by.ask('POST', '/auth/organization/invitations', { email: newEmail() });
    await service.login({ ...disabled, password: newPassword() });
    const later = await until(async () => {
      const { body } = await by.ask('GET', `${ORGANIZATION}/usage`);
      const sum = (name: 'count' | 'failed') =>
        body.signIns.reduce((all: number, each: Record<string, number>) => all + (each[name] ?? 0), 0);
      return sum('count') >= 1 && sum('failed') >= 1 && body.invitations.open === 1 ? body : undefined;
    }, 'the figures of sign-ins');
    expect(later.invitations).toEqual({ open: 1, isCapped: false });
    expect(later.signIns.map(({ day }: { day: string }) => day)).toEqual(
      later.signUps.map(({ day }: { day: string }) => day),
    );
    const days = usage.signUps.map(({ day }: { day: string }) => day);
    expect([days.length, days]).toEqual([7, [...days].sort()]);
    // Midnight may lie between a sign-up and the reply.
    expect(usage.signUps.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
  });

  test('needs organization.members', async () => {
    const auditor = await manager(service, tenant, ['organization.audit']);
    expect(answerOf(await auditor.ask('GET', `${ORGANIZATION}/usage`))).toEqual(
      refusal('MISSING_REQUIRED_PERMISSIONS'),
    );
  });
});
