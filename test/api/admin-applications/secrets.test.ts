// Tests the secrets of applications.
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, expectWellFormed, refusal } from '../../support/api.ts';
import { basic, postForm } from '../../support/applications.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();
/** The audit log's entry about the application. The feed keeps no order between changes. */
const entry = async (id: string, action: string) => {
  const is = (each: { action: string }) => each.action === action;
  return (await audited(service, id, (found) => found.some(is))).find(is);
};
const PATH = '/auth/admin/api/applications';
const made = async (kind = 'machine'): Promise<string> => {
  const { id } = await service.tenant();
  const tenantIds = [id];
  return (await service.admin('POST', PATH, { name: 'Job', kind, tenantIds })).body.application.id;
};
const add = (id: string) => service.admin('POST', `${PATH}/${id}/secrets`);
const revoke = (id: string, secretId: string) => service.admin('DELETE', `${PATH}/${id}/secrets/${secretId}`);
const token = (id: string, secret: string) =>
  postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers: basic(id, secret) });

describe('POST /auth/admin/api/applications/{id}/secrets', () => {
  test('201 shows a secret once, which works at once', async () => {
    const id = await made();
    const reply = await add(id);
    expectWellFormed(reply);
    const { secret } = reply.body.secret;
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        secret: {
          id: expect.stringMatching(/^sec_/),
          hint: secret.slice(-4),
          createdAt: expect.any(String),
          secret: expect.stringMatching(/^gcs_[\w-]{43}$/),
        },
      },
    ]);
    expect((await token(id, secret)).status).toBe(200);
    const { text } = await service.admin('GET', `${PATH}/${id}`);
    expect([text.includes(secret), text.includes('digest')]).toEqual([false, false]);
    const audit = await entry(id, 'application.secret_added');
    expect(audit).toMatchObject({ before: {}, after: { secrets: 'set' } });
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  test('400 APPLICATION_SECRET_LIMIT_REACHED for a third one; of twenty callers two succeed', async () => {
    const id = await made();
    expect(outcomes(await race(20, () => add(id)))).toEqual({ 201: 2, '400 APPLICATION_SECRET_LIMIT_REACHED': 18 });
  });

  test.each(['browser', 'native'])('403 FORBIDDEN for a %s application', async (kind) => {
    expect(answerOf(await add(await made(kind)))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('DELETE /auth/admin/api/applications/{id}/secrets/{secretId}', () => {
  test('200 ends one secret at once and leaves the other', async () => {
    const id = await made();
    const [one, two] = [(await add(id)).body.secret, (await add(id)).body.secret];
    const reply = await revoke(id, one.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Secret revoked.' }]);
    expect(answerOf(await token(id, one.secret))).toEqual(refusal('INVALID_CLIENT'));
    expect((await token(id, two.secret)).status).toBe(200);
    expect(await entry(id, 'application.secret_revoked')).toMatchObject({ after: { secrets: 'changed' } });
  });

  test('404 APPLICATION_SECRET_NOT_FOUND for a secret that is unknown or revoked', async () => {
    const id = await made();
    const { secret } = (await add(id)).body;
    await revoke(id, secret.id);
    for (const each of ['nobody', secret.id]) {
      expect(answerOf(await revoke(id, each))).toEqual(refusal('APPLICATION_SECRET_NOT_FOUND'));
    }
  });
});
