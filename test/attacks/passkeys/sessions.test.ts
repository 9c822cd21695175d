// Threat: what a passkey begins or what may change passkeys is not what a password login would be: a session that is bound
// to nothing, or a caller who cannot prove who they are.
import { beforeAll, expect, test } from '@jest/globals';
import { ALLOWED, scene } from '../../support/acting.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { bound, offerIn } from '../../support/device-sessions.ts';
import { createJar } from '../../support/jar.ts';
import * as passkeys from '../../support/passkeys.ts';
import { useService } from '../../support/service.ts';

const service = useService(ALLOWED);
beforeAll(() => {
  // The service reads the variable at the first request. This setting imitates a proxy that terminates TLS.
  process.env.GATEHOUSE_BASE_URL = service.baseUrl.replace('http:', 'https:');
});

/** Signs in with a passkey on our page in a browser with cookies, as the person of this authenticator. */
async function inBrowser(jar: ReturnType<typeof createJar>, tenantId: string, device: passkeys.Authenticator) {
  const { body } = await jar.post('/auth/passkeys/login-options', { tenantId });
  const credential = device.get(body.options);
  return jar.post('/auth/passkeys/login', { tenantId, credential });
}

test.each(['prefer', 'require'])(
  'a session by a passkey is offered the binding to its device, as by a password (%s)',
  async (deviceBinding) => {
    const tenant = await service.tenant({ session: { deviceBinding } });
    const { authenticator } = await passkeys.owner(service, tenant);
    const jar = createJar(service);
    const login = await inBrowser(jar, tenant.id, authenticator);
    expect(login.status).toBe(200);
    expect(offerIn(login)).toBeDefined();
    await bound(jar, login);
    // The browser has just proved the key, so its next login is bound to the same one.
    const again = await inBrowser(jar, tenant.id, authenticator);
    expect(offerIn(again)).toBeUndefined();
  },
);

test('an admin who acts as a user adds, uses and removes no passkey', async () => {
  const { user, session } = await scene(service);
  const passkey = await passkeys.addPasskey(service, user, passkeys.authenticatorFor(service));
  const { headers } = session;
  for (const [method, path, body] of [
    ['POST', '/auth/passkeys/options', {}],
    ['POST', '/auth/passkeys/verify-options', {}],
    ['DELETE', `/auth/passkeys/${passkey.id}`, undefined],
    ['PATCH', `/auth/passkeys/${passkey.id}`, { name: 'mine' }],
  ] as const)
    expect(answerOf(await service.send(method, path, { headers, body }))).toEqual(refusal('NOT_WHILE_ACTING'));
});

test('nothing that a client sends is an error of the server', async () => {
  const tenant = await service.tenant();
  const user = await passkeys.owner(service, tenant);
  const b64 = (text: string | Buffer) => Buffer.from(text).toString('base64url');
  const { origin } = new URL(service.baseUrl);
  const texts = [
    ...['A', 'AA', 'A'.repeat(1364)],
    ...['{}', 'null', '[]', '['.repeat(1000)].map(b64),
    b64(`{"type":"webauthn.get","origin":"${origin}","challenge":"\\ud800"}`),
    b64(`{"type":"webauthn.create","origin":"${origin}","challenge":"${'A'.repeat(800)}"}`),
    b64(`{"type":"webauthn.get","origin":"${origin}","challenge":"__proto__","__proto__":1}`),
    // Endless lists and maps, lengths above all that was sent, and a key that occurs twice.
    ...['9f9f9f9f', 'bbffffffffffffffff', '9affffffff', 'a201000100'].map((hex) => b64(Buffer.from(hex, 'hex'))),
  ];
  const { options, codeVerifier } = await passkeys.begin(service, tenant);
  const good = user.authenticator.get(options);
  const device = passkeys.authenticatorFor(service);
  const made = device.create(await passkeys.optionsFor(service, user.tokens, '/options'));
  const statuses = new Set<number>();
  for (const text of texts) {
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'])
      statuses.add(
        (
          await passkeys.sendLogin(
            service,
            tenant,
            { ...good, response: { ...good.response, [name]: text } },
            { codeVerifier },
          )
        ).status,
      );
    statuses.add(
      (await passkeys.sendLogin(service, tenant, { ...good, id: text, rawId: text }, { codeVerifier })).status,
    );
    for (const name of ['clientDataJSON', 'attestationObject'])
      statuses.add(
        (await passkeys.sendNew(service, user.tokens, { ...made, response: { ...made.response, [name]: text } }))
          .status,
      );
    statuses.add((await passkeys.sendNew(service, user.tokens, { ...made, id: text })).status);
  }
  for (const status of statuses) expect(status).toBeLessThan(500);
});
