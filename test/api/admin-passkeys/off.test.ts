// A deployment whose admins have no passkeys: GATEHOUSE_ADMIN_PASSKEYS=off.
import { expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ADMIN_PASSKEYS: 'off' });

test('each operation says that admins have none, and a login takes none', async () => {
  await service.adminCookie();
  const { account, session } = callers(service);
  const { post, sendLogin, sendNew } = passkeyCallers(service);
  const who = await account();
  const cookie = await session(who);
  const options = { challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' }, pubKeyCredParams: [{ alg: -8 }] };
  const authenticator = authenticatorFor(service);
  const created = authenticator.create(options);
  const used = authenticator.get({ challenge: 'x', rpId: 'localhost' });
  for (const reply of [
    await service.post('/auth/admin/passkeys/login-options', { codeChallenge: 'x'.repeat(43) }),
    await sendLogin({ credential: used }),
    await post(cookie, '/options'),
    await post(cookie, '/verify-options'),
    await sendNew(cookie, created),
    await post(cookie, '/verify', { credential: used }),
  ])
    expect(answerOf(reply)).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  expect((await service.get('/auth/admin/config')).body).toMatchObject({ passkeys: 'off' });
  const { email, password } = who;
  const reply = await service.post('/auth/admin/login', { email, password, credential: used });
  expect(answerOf(reply)).toEqual(refusal('PASSKEY_INVALID'));
  expect((await service.post('/auth/admin/login', { email, password })).status).toBe(201);
});
