// Threat: a challenge is used twice, or by another browser, tenant, session or ceremony than the one that it was made for.
// It says what it is for, sealed, and one write uses it up with the session that it begins.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const INVALID = refusal('PASSKEY_INVALID');

const sessionsOf = async (userPart: string) =>
  (await everyRow()).filter(({ pk, type }) => pk.includes(userPart) && type === 'session').length;

describe('a challenge of a login', () => {
  test('begins one session of twenty parallel logins, and no later one', async () => {
    const user = await passkeys.owner(service, tenant);
    const { options, codeVerifier } = await passkeys.begin(service, tenant);
    const credential = user.authenticator.get(options);
    const part = (await everyRow()).find(({ type, email }) => type === 'user' && email === user.email)?.pk as string;
    const before = await sessionsOf(part);
    const replies = await race(20, () => passkeys.sendLogin(service, tenant, credential, { codeVerifier }));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 PASSKEY_INVALID': 19 });
    expect(await sessionsOf(part)).toBe(before + 1);
    expect(answerOf(await passkeys.sendLogin(service, tenant, credential, { codeVerifier }))).toEqual(INVALID);
  });

  test('is of no use to a client that did not ask for it', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const { options, codeVerifier } = await passkeys.begin(service, tenant);
    const other = await passkeys.begin(service, tenant);
    const credential = authenticator.get(options);
    for (const more of [{}, { codeVerifier: other.codeVerifier }, { codeVerifier: '' }])
      expect(answerOf(await passkeys.sendLogin(service, tenant, credential, more))).toEqual(INVALID);
    expect((await passkeys.sendLogin(service, tenant, credential, { codeVerifier })).status).toBe(200);
  });

  test('belongs to the browser whose cookie came with it', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const ask = () => service.post('/auth/passkeys/login-options', { tenantId: tenant.id }, { headers: COOKIES });
    const [mine, theirs] = [await ask(), await ask()];
    const credential = authenticator.get(mine.body.options);
    const sendFrom = (cookie: string) =>
      passkeys.sendLogin(service, tenant, credential, {}, { headers: { ...COOKIES, cookie } });
    expect(answerOf(await sendFrom(cookieHeader(theirs)))).toEqual(INVALID);
    expect(answerOf(await sendFrom(''))).toEqual(INVALID);
    expect((await sendFrom(cookieHeader(mine))).status).toBe(200);
  });

  test('of one tenant opens no account of another', async () => {
    const other = await service.tenant();
    const { authenticator } = await passkeys.owner(service, tenant);
    const { options, codeVerifier } = await passkeys.begin(service, other);
    const reply = await passkeys.sendLogin(service, tenant, authenticator.get(options), { codeVerifier });
    expect(answerOf(reply)).toEqual(INVALID);
  });

  test('lives for five minutes', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const begun = [await passkeys.begin(service, tenant), await passkeys.begin(service, tenant)] as const;
    const send = ({ options, codeVerifier }: (typeof begun)[number]) =>
      passkeys.sendLogin(service, tenant, authenticator.get(options), { codeVerifier });
    await later(4 * MINUTE, async () => expect((await send(begun[0])).status).toBe(200));
    await later(5 * MINUTE + SECOND, async () => expect(answerOf(await send(begun[1]))).toEqual(INVALID));
  });

  test('is not made by others, nor changed', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const { options, codeVerifier } = await passkeys.begin(service, tenant);
    const sealed = Buffer.from(options.challenge, 'base64url');
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed[sealed.length - 1] as number) ^ 1;
    for (const challenge of ['', 'AAAA', changed.toString('base64url'), `${options.challenge}=`, sealed.toString()]) {
      const credential = authenticator.get({ ...options, challenge });
      expect(answerOf(await passkeys.sendLogin(service, tenant, credential, { codeVerifier }))).toEqual(INVALID);
    }
  });
});

describe('a challenge', () => {
  test('of one ceremony is of no use to another', async () => {
    const user = await passkeys.owner(service, tenant);
    const { authenticator, tokens } = user;
    const login = await passkeys.begin(service, tenant);
    const proof = await passkeys.optionsFor(service, tokens, '/verify-options');
    const fresh = await passkeys.optionsFor(service, tokens, '/options');
    const rpId = 'localhost';
    for (const { challenge } of [proof, fresh]) {
      const credential = authenticator.get({ challenge, rpId });
      const reply = await passkeys.sendLogin(service, tenant, credential, { codeVerifier: login.codeVerifier });
      expect(answerOf(reply)).toEqual(INVALID);
    }
    for (const { challenge } of [login.options, fresh])
      expect(answerOf(await passkeys.sendProof(service, tokens, authenticator.get({ challenge, rpId })))).toEqual(
        INVALID,
      );
    for (const { challenge } of [login.options, proof]) {
      const device = passkeys.authenticatorFor(service);
      const created = device.create({ ...fresh, excludeCredentials: [], challenge });
      expect(answerOf(await passkeys.sendNew(service, tokens, created))).toEqual(INVALID);
    }
  });

  test('of a proof completes one login of twenty callers', async () => {
    const user = await passkeys.owner(service, tenant);
    mfa.done(await mfa.act(service, user.tokens, 'toggle', { enabled: true }), 'toggle');
    const tokens = await mfa.pending(service, user);
    const options = await passkeys.optionsFor(service, tokens, '/verify-options');
    const credential = user.authenticator.get(options);
    const replies = await race(8, () => passkeys.sendProof(service, tokens, credential));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(['PASSKEY_INVALID', 'SESSION_NOT_FOUND']).toContain(reply.body.code);
  });

  test('of a proof is of no use to another session of the account', async () => {
    const user = await passkeys.owner(service, tenant);
    const other = (await service.login(user)).body;
    const options = await passkeys.optionsFor(service, other, '/verify-options');
    const reply = await passkeys.sendProof(service, user.tokens, user.authenticator.get(options));
    expect(answerOf(reply)).toEqual(INVALID);
  });

  test('adds one passkey of twenty callers', async () => {
    const user = await service.signup(tenant);
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    const devices = Array.from({ length: 20 }, () => passkeys.authenticatorFor(service, { alg: -8 }));
    const created = devices.map((device) => device.create(options));
    const replies = await race(20, (caller) => passkeys.sendNew(service, user.tokens, created[caller]));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 PASSKEY_INVALID': 19 });
    expect((await passkeys.list(service, user.tokens)).body.passkeys).toHaveLength(1);
  });
});
