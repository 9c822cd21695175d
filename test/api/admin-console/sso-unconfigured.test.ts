// Tests the login of admins by an identity provider in a deployment that has none for them.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService();

test.each(['/auth/admin/sso', '/auth/admin/sso/callback?state=x'])('GET %s 404 without a provider', async (path) => {
  expect(answerOf(await service.get(path, { ip: freshIp() }))).toEqual(refusal('PROVIDER_NOT_FOUND'));
});
