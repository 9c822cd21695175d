// The server package with a deployment whose tokens always travel in cookies (GATEHOUSE_TOKEN_TYPE=cookie).
import { expect, test } from '@jest/globals';
import { cookieHeader } from '../../support/http.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';
import { refusal, verifierOf } from '../../support/verifier.ts';

const service = useService({ GATEHOUSE_TOKEN_TYPE: 'cookie' });

test('the cookies of a login authenticate it offline and online, until it ends', async () => {
  const body = { email: newEmail(), password: newPassword(), tenantId: (await service.tenant()).id };
  const cookie = cookieHeader(await service.post('/auth/signup', body));
  const verifier = verifierOf(service, { cookies: true });
  const claims = await verifier.authenticate({ method: 'GET', headers: { cookie } });
  expect(claims.tenantId).toBe(body.tenantId);
  const token = verifier.tokenFrom({ method: 'GET', headers: { cookie } }) as string;
  expect(await verifier.checkOnline(token)).toEqual(claims);
  expect((await service.post('/auth/logout', {}, { headers: { cookie } })).status).toBe(200);
  expect(await refusal(verifier.checkOnline(token))).toBe('401 SESSION_NOT_FOUND');
});
