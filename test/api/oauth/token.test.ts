import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, expectWellFormed, refusal } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  postForm(service, '/oauth2/token', fields, { headers });

describe('200 for client_credentials', () => {
  test('gives a machine a token without anything of a user', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const reply = await token({ grant_type: 'client_credentials' }, basicOf(machine));
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 },
    ]);
    const { id } = machine.application;
    expect(claimsOf(reply.body.access_token)).toEqual({
      iss: service.baseUrl,
      aud: service.baseUrl,
      sub: id,
      client_id: id,
      tid: tenant.id,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      roles: [],
      permissions: [],
    });
  });
});

test('401 for a wrong secret', async () => {
  const machine = await newMachine(await service.tenant());
  const reply = await token({ grant_type: 'client_credentials' }, basicOf({ ...machine, secret: 'x' }));
  expectWellFormed(reply);
  expect(answerOf(reply)).toEqual(refusal('INVALID_CLIENT'));
  expect(reply.body.error).toBe('invalid_client');
});
