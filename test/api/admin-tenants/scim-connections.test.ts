// Tests how admins make, list, change, rotate and remove SCIM connections.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readScimToken } from '../../../lib/crypto/scim-token.ts';
import { digest } from '../../../lib/crypto/secrets.ts';
import { partition } from '../../../lib/store/dynamo/table.ts';
import { scimConnections } from '../../../lib/store/keys.ts';
import { answerOf, auditedAction, refusal } from '../../support/api.ts';
import { connectionsOf, directoryOf } from '../../support/scim.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());

describe('POST /auth/admin/api/tenants/{id}/scim-connections', () => {
  test('shows the token once, and stores its digest alone', async () => {
    const mine = await service.tenant();
    const { status, body } = await service.admin('POST', connectionsOf(mine), { name: 'Okta', onDelete: 'delete' });
    expect(status).toBe(201);
    const { id } = body.connection;
    expect(body).toEqual({
      token: expect.stringMatching(/^gh_scim_\w{44}_\w{49}$/),
      connection: {
        id: expect.stringMatching(/^scm_\w{44}$/),
        tenantId: mine.id,
        name: 'Okta',
        url: `${service.baseUrl}/scim/v2/${id}`,
        tokenUrl: `${service.baseUrl}/oauth2/token`,
        isPaused: false,
        onDelete: 'delete',
        takesUpManagers: true,
        tokens: [{ hint: body.token.slice(-4), createdAt: expect.any(String), endsAt: null }],
        createdBy: expect.stringMatching(/^adm_/),
        createdAt: expect.any(String),
        lastUsedAt: null,
        silentAfterDays: 7,
        isSilent: false,
      },
    });
    const { secret } = readScimToken(body.token) as { secret: string };
    const stored = JSON.stringify(await partition(scimConnections(mine.id as never)));
    expect([stored.includes(secret), stored.includes(digest(secret))]).toEqual([false, true]);
    const { body: list } = await service.admin('GET', connectionsOf(mine));
    expect(list).toEqual({ connections: [body.connection] });
    expect(JSON.stringify(await auditedAction(service, 'scim_connection.created', mine.id))).toContain(id);
  });

  test('makes at most five for a tenant, also when callers race', async () => {
    const mine = await service.tenant();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => service.admin('POST', connectionsOf(mine), { name: `n${at}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 400, 400, 400]);
    expect(answerOf(await service.admin('POST', connectionsOf(mine), { name: 'x' }))).toEqual(
      refusal('SCIM_CONNECTION_LIMIT_REACHED'),
    );
    const { body } = await service.admin('GET', connectionsOf(mine));
    await service.admin('DELETE', `${connectionsOf(mine)}/${body.connections[0].id}`);
    expect((await service.admin('POST', connectionsOf(mine), { name: 'x' })).status).toBe(201);
  });
});

describe('a connection', () => {
  test('is renamed, paused and changed, in the audit log', async () => {
    const { id } = await directoryOf(service, tenant);
    const path = `${connectionsOf(tenant)}/${id}`;
    const { status, body } = await service.admin('PATCH', path, { name: 'Entra', isPaused: true, onDelete: 'delete' });
    expect([status, body.connection]).toMatchObject([200, { name: 'Entra', isPaused: true, onDelete: 'delete' }]);
    const [entry] = await auditedAction(service, 'scim_connection.updated', tenant.id);
    expect(entry.after).toMatchObject({ name: 'Entra', isPaused: true });
  });

  test('has two tokens at most', async () => {
    const { id } = await directoryOf(service, tenant);
    const rotate = (body: object) => service.admin('POST', `${connectionsOf(tenant)}/${id}/rotate`, body);
    expect((await rotate({})).status).toBe(201);
    const { body } = await rotate({ overlapHours: 1 });
    expect(body.connection.tokens).toHaveLength(2);
    expect(body.connection.tokens[0]).toEqual({
      hint: body.token.slice(-4),
      createdAt: expect.any(String),
      endsAt: null,
    });
    expect((await rotate({ overlapHours: 0 })).body.connection.tokens).toHaveLength(1);
    expect(answerOf(await rotate({ overlapHours: 169 }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('is not found in another tenant, after it was removed, or by a malformed id', async () => {
    const { id } = await directoryOf(service, tenant);
    const other = await service.tenant();
    expect((await service.admin('DELETE', `${connectionsOf(tenant)}/${id}`)).status).toBe(200);
    const foreign = await directoryOf(service, other);
    for (const [of, connection, code] of [
      [tenant, id, 'SCIM_CONNECTION_NOT_FOUND'],
      [tenant, foreign.id, 'SCIM_CONNECTION_NOT_FOUND'],
      [tenant, 'x', 'SCIM_CONNECTION_NOT_FOUND'],
      [{ id: 'x' }, foreign.id, 'TENANT_NOT_FOUND'],
    ] as const) {
      const path = `${connectionsOf(of)}/${connection}`;
      for (const [method, at, body] of [
        ['PATCH', path, { name: 'x' }],
        ['POST', `${path}/rotate`, {}],
        ['DELETE', path, undefined],
      ] as const)
        expect(answerOf(await service.admin(method, at, body))).toEqual(refusal(code));
    }
    expect(answerOf(await service.admin('GET', connectionsOf({ id: 'x' })))).toEqual(refusal('TENANT_NOT_FOUND'));
    expect(answerOf(await service.admin('POST', connectionsOf({ id: 'x' }), { name: 'x' }))).toEqual(
      refusal('TENANT_NOT_FOUND'),
    );
  });
});
