// Asserts what sessions that are bound to a device cost. They need https, so the service runs in this process, which says that a
// proxy terminates TLS. Each call is made once before it is counted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { close } from '../../../lib/store/dynamo/client.ts';
import { callers } from '../../support/admins.ts';
import {
  ADMIN_BIND,
  ADMIN_PROVE,
  BIND,
  challengeIn,
  newKey,
  offerIn,
  PROVE,
  registrationOf,
  signed,
} from '../../support/device-sessions.ts';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { useService } from '../../support/service.ts';
import { startProxy, type Proxy as TableProxy } from '../harness/proxy.ts';
import { DEVICE_BUDGET } from './limits.ts';

const service = useService({ GATEHOUSE_ADMIN_DEVICE_BOUND: 'prefer' });
let proxy: TableProxy;
beforeAll(async () => {
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
  proxy = await startProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  close();
});
afterAll(() => proxy.stop());

type Row = keyof typeof DEVICE_BUDGET;
const measured: Partial<Record<Row, string>> = {};

/** Makes the call, and keeps what it cost. Throws unless it has the status. */
async function cost(row: Row, act: () => Promise<Reply>, status = 200): Promise<Reply> {
  let reply: Reply | undefined;
  const { trips, read, write } = await proxy.cost(async () => {
    reply = await act();
  });
  expect([row, reply?.status]).toEqual([row, status]);
  measured[row] = `${trips}/${read}/${write}`;
  return reply as Reply;
}

const csrf = (jar: Jar) => ({ 'x-csrf-token': jar.cookies.get('__Host-svc_csrf') ?? '' });
const ask = (jar: Jar, path: string, headers: Record<string, string>) => jar.send('POST', path, { headers });

/** Logs in, binds the session and proves its key. */
async function bindAndProve(jar: Jar, login: Reply, [bind, prove]: [string, string], rows: [Row, Row, Row]) {
  const key = newKey();
  const response = registrationOf(key, offerIn(login) as string);
  const { body } = await cost(rows[0], () => ask(jar, bind, { 'secure-session-response': response }));
  const id = { 'sec-secure-session-id': body.session_identifier };
  const asked = await cost(rows[1], () => ask(jar, prove, id), 403);
  const proof = signed(key.privateKey, challengeIn(asked).challenge);
  await cost(rows[2], () => ask(jar, prove, { ...id, 'secure-session-response': proof }));
}

async function measureUser(deviceBinding: 'off' | 'prefer'): Promise<void> {
  const { tenant, email, password } = await service.signup(await service.tenant({ session: { deviceBinding } }));
  const jar = createJar(service);
  const login = () => jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  const refresh = () => jar.post('/auth/refresh-token', {}, { headers: csrf(jar) });
  if (deviceBinding === 'off') {
    await cost('login, not bound', login);
    await cost('refresh-token, not bound', refresh);
    return;
  }
  const reply = await cost('login, offered', login);
  await bindAndProve(
    jar,
    reply,
    [BIND, PROVE],
    ['device-sessions', 'device-sessions/proof, asked', 'device-sessions/proof'],
  );
  await cost('refresh-token, bound', refresh);
}

async function measureAdmin(): Promise<void> {
  const { email, password } = await callers(service).account();
  const jar = createJar(service);
  const login = await jar.post('/auth/admin/login', { email, password });
  await cost('admin me, not bound', () => jar.get('/auth/admin/me'));
  const rows: [Row, Row, Row] = [
    'admin device-sessions',
    'admin device-sessions/proof, asked',
    'admin device-sessions/proof',
  ];
  await bindAndProve(jar, login, [ADMIN_BIND, ADMIN_PROVE], rows);
  await cost('admin me, bound', () => jar.get('/auth/admin/me'));
}

test('a binding costs one transaction at its registration, and no request of a bound session costs more', async () => {
  for (let round = 0; round < 2; round++) {
    await measureUser('off');
    await measureUser('prefer');
    await measureAdmin();
  }
  const budget = Object.entries(DEVICE_BUDGET).map(([row, { trips, read, write }]) => [
    row,
    `${trips}/${read}/${write}`,
  ]);
  expect(measured).toEqual(Object.fromEntries(budget));
  expect(measured['login, offered']).toBe(measured['login, not bound']);
  expect(measured['refresh-token, bound']).toBe(measured['refresh-token, not bound']);
  expect(measured['admin me, bound']).toBe(measured['admin me, not bound']);
});
