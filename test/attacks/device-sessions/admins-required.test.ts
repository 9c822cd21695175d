// A deployment that requires sessions of admins to be bound to a device: GATEHOUSE_ADMIN_DEVICE_BOUND=require.
import { beforeAll, expect, test } from '@jest/globals';
import { callers } from '../../support/admins.ts';
import { later, MINUTE, SECOND } from '../../support/api.ts';
import { ADMIN_BIND, newKey, offerIn, registrationOf } from '../../support/device-sessions.ts';
import { createJar } from '../../support/jar.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ADMIN_DEVICE_BOUND: 'require' });
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

test('a session that is not bound ends a minute after its login, and one that is bound goes on', async () => {
  const { email, password } = await callers(service).account();
  const [unbound, jar] = [createJar(service), createJar(service)];
  await unbound.post('/auth/admin/login', { email, password });
  const login = await jar.post('/auth/admin/login', { email, password });
  const response = registrationOf(newKey(), offerIn(login) as string);
  const me = async (of: typeof jar) => (await of.get('/auth/admin/me')).status;
  expect(await me(unbound)).toBe(200);
  expect((await jar.send('POST', ADMIN_BIND, { headers: { 'secure-session-response': response } })).status).toBe(200);
  await later(MINUTE + SECOND, async () => expect([await me(unbound), await me(jar)]).toEqual([401, 200]));
});
