// Tests a deployment whose tokens always travel in cookies (GATEHOUSE_TOKEN_TYPE=cookie).
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { bearer, newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_TOKEN_TYPE: 'cookie' });

test('GATEHOUSE_TOKEN_TYPE=cookie sets cookies without being asked and rejects bearer tokens', async () => {
  const body = { email: newEmail(), password: newPassword(), tenantId: (await service.tenant()).id };
  const reply = await service.post('/auth/signup', body);
  expect(reply.body).toEqual({
    message: 'Signed up.',
    isRequiresMfa: false,
    nextStep: null,
    csrfToken: expect.any(String),
  });
  const me = (headers: Record<string, string>) => service.get('/auth/me', { headers });
  expect((await me({ cookie: cookieHeader(reply) })).status).toBe(200);
  const header = bearer(cookieOf(reply, 'svc_access') as string);
  expect(answerOf(await me(header))).toEqual(refusal('NO_AUTH_PROVIDED'));
  const refreshed = await service.post('/auth/refresh-token', {}, { headers: { cookie: cookieHeader(reply) } });
  expect([refreshed.status, refreshed.setCookies.length]).toEqual([200, 3]);
});

test('GATEHOUSE_TOKEN_TYPE=cookie is named by GET /auth/client-config', async () => {
  expect((await service.get('/auth/client-config')).body.accessTokenType).toBe('cookie');
});
