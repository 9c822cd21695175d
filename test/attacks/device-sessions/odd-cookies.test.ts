// Sends the cookies of sessions in ways in which no browser of today does, to sessions that are bound and to others.
import { beforeAll, expect, test } from '@jest/globals';
import { newKey, offerIn, registrationOf } from '../../support/device-sessions.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { type User, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

const person = async (deviceBinding: string): Promise<User> =>
  service.signup(await service.tenant({ session: { deviceBinding } }));

const login = async (jar: Jar, { email, password, tenant }: User, headers: Record<string, string> = {}) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } }, { headers });

const TWICE = '__Host-svc_refresh_2=a; __Host-svc_refresh_2=b';
/** The cookies of the browser, with one of a slot twice. */
const twice = (jar: Jar) => ({ cookie: `${jar.header()}; ${TWICE}` });
const csrf = (jar: Jar) => ({ 'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '' });

test.each(['off', 'prefer'])(
  'a cookie of a slot that is sent twice takes no tokens from a login or a refresh, with binding %s',
  async (policy) => {
    const user = await person(policy);
    const jar = createJar(service);
    expect((await login(jar, user, { cookie: TWICE })).status).toBe(200);
    const reply = await jar.post('/auth/refresh-token', {}, { headers: { ...csrf(jar), ...twice(jar) } });
    expect(reply.status).toBe(200);
    expect(reply.setCookies.join()).toContain('__Host-svc_refresh=');
  },
);

test('a cookie of a slot that is sent twice prevents neither binding nor proof', async () => {
  const jar = createJar(service);
  const offered = offerIn(await login(jar, await person('prefer'))) as string;
  const response = registrationOf(newKey(), offered);
  const headers = { 'secure-session-response': response, ...twice(jar) };
  const reply = await jar.send('POST', '/auth/device-sessions', { headers });
  expect(reply.status).toBe(200);
  const id = reply.body.session_identifier;
  const asked = await jar.send('POST', '/auth/device-sessions/proof', {
    headers: { 'sec-secure-session-id': id, ...twice(jar) },
  });
  expect([asked.status, asked.body.code]).toEqual([403, 'REFRESH_TOKEN_PROOF_REQUIRED']);
});
