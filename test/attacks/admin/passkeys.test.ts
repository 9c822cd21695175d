// Threat: a passkey opens the console for someone who is not its admin: one of a user or another admin, one that was removed,
// a challenge that was used or made for something else, an admin who acts as a user.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import * as ofUsers from '../../support/passkeys.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ACTING: 'allowed' });
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));
const INVALID = refusal('PASSKEY_INVALID');

const sessionsOf = async (id: string) =>
  (await everyRow()).filter(({ pk, type }) => pk.includes(id) && type === 'admin-session').length;

describe('a passkey of a user and one of an admin', () => {
  test('of the same person: neither opens the account of the other', async () => {
    const admin = await keys.keyed();
    const user = await ofUsers.owner(service, tenant);
    expect(answerOf(await keys.loginBy(user.authenticator))).toEqual(INVALID);
    expect(answerOf(await keys.loginWith(admin, user.authenticator))).toEqual(INVALID);
    expect(answerOf(await ofUsers.login(service, tenant, admin.authenticator))).toEqual(INVALID);
    expect((await keys.loginBy(admin.authenticator)).status).toBe(201);
    expect((await ofUsers.login(service, tenant, user.authenticator)).status).toBe(200);
  });

  test('have challenges of their own', async () => {
    const admin = await keys.keyed();
    const user = await ofUsers.owner(service, tenant);
    const ofUser = await ofUsers.begin(service, tenant);
    const theirs = { credential: admin.authenticator.get(ofUser.options), codeVerifier: ofUser.codeVerifier };
    expect(answerOf(await keys.sendLogin(theirs))).toEqual(INVALID);
    const ofAdmin = await keys.begin();
    const credential = user.authenticator.get(ofAdmin.options);
    const reply = await ofUsers.sendLogin(service, tenant, credential, { codeVerifier: ofAdmin.codeVerifier });
    expect(answerOf(reply)).toEqual(INVALID);
    const added = await ofUsers.optionsFor(service, user.tokens, '/options');
    const fresh = ofUsers.authenticatorFor(service).create(added);
    expect(answerOf(await keys.sendNew(admin.cookie, fresh))).toEqual(INVALID);
  });

  test('that a page of a tenant asks for is not accepted', async () => {
    const { cookie } = await keys.keyed();
    const options = await keys.optionsFor(cookie, '/options');
    const evil = ofUsers.authenticatorFor(service, { origin: 'https://app.example.com' });
    expect(answerOf(await keys.sendNew(cookie, evil.create(options)))).toEqual(INVALID);
  });
});

describe('a passkey of another admin', () => {
  test('is never of two, also if both add it at once', async () => {
    const [one, other] = [await call.account(), await call.account()];
    const cookies = [await call.session(one), await call.session(other)];
    const authenticator = ofUsers.authenticatorFor(service);
    const first = authenticator.create(await keys.optionsFor(cookies[0] as string, '/options'));
    const options = await keys.optionsFor(cookies[1] as string, '/options');
    // The same credential for the challenge of the other admin.
    const second = {
      ...first,
      response: {
        ...first.response,
        clientDataJSON: Buffer.from(
          JSON.stringify({
            ...JSON.parse(Buffer.from(first.response.clientDataJSON, 'base64url').toString()),
            challenge: options.challenge,
          }),
        ).toString('base64url'),
      },
    };
    const replies = await race(2, (caller) => keys.sendNew(cookies[caller] as string, caller ? second : first));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 PASSKEY_INVALID': 1 });
    const claims = (await everyRow()).filter(
      ({ type, adminId }) => type === 'admin-passkey-claim' && [one.id, other.id].includes(adminId as string),
    );
    expect(claims).toHaveLength(1);
  });

  test('cannot be listed, renamed or removed', async () => {
    const [one, other] = [await keys.keyed(), await keys.keyed()];
    expect(answerOf(await keys.rename(one.cookie, other.passkey.id, 'Mine'))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    expect(answerOf(await keys.remove(one.cookie, other.passkey.id))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    expect((await keys.loginBy(other.authenticator)).status).toBe(201);
  });
});

describe('a challenge', () => {
  test('of a login begins one session of twenty parallel ones, and no later one', async () => {
    const { id, authenticator } = await keys.keyed();
    const before = await sessionsOf(id);
    const used = await keys.use(authenticator);
    expect(outcomes(await race(20, () => keys.sendLogin(used)))).toEqual({ 201: 1, '400 PASSKEY_INVALID': 19 });
    expect(await sessionsOf(id)).toBe(before + 1);
    expect(answerOf(await keys.sendLogin(used))).toEqual(INVALID);
  });

  test('of a login beside a password begins one session, also if both kinds of login race for it', async () => {
    const { id, authenticator, email, password } = await keys.keyed();
    const before = await sessionsOf(id);
    const used = await keys.use(authenticator);
    const replies = await race(20, (caller) =>
      caller % 2 ? keys.sendLogin(used) : service.post('/auth/admin/login', { email, password, ...used }),
    );
    expect(outcomes(replies)[201]).toBe(1);
    expect(await sessionsOf(id)).toBe(before + 1);
  });

  test('of a new passkey adds one of twenty, and keeps the session', async () => {
    const who = await call.account();
    const cookie = await call.session(who);
    const credential = ofUsers.authenticatorFor(service).create(await keys.optionsFor(cookie, '/options'));
    const replies = await race(20, () => keys.sendNew(cookie, credential));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 PASSKEY_INVALID': 19 });
    expect((await keys.list(cookie)).body.passkeys).toHaveLength(1);
  });

  test('of a proof renews one of twenty', async () => {
    const { cookie, authenticator } = await keys.keyed();
    const credential = authenticator.get(await keys.optionsFor(cookie, '/verify-options'));
    const replies = await race(20, () => keys.post(cookie, '/verify', { credential }));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 PASSKEY_INVALID': 19 });
  });

  test('lives for five minutes, and is of no use to another client, session or ceremony', async () => {
    const { cookie, authenticator } = await keys.keyed();
    const old = await keys.use(authenticator);
    await later(5 * MINUTE + SECOND, async () => expect(answerOf(await keys.sendLogin(old))).toEqual(INVALID));
    const { credential } = await keys.use(authenticator);
    for (const more of [{}, { codeVerifier: (await keys.begin()).codeVerifier }])
      expect(answerOf(await keys.sendLogin({ credential, ...more }))).toEqual(INVALID);
    const proof = authenticator.get(await keys.optionsFor(cookie, '/verify-options'));
    const again = keys.cookieOf(await keys.loginBy(authenticator));
    expect(answerOf(await keys.post(again, '/verify', { credential: proof }))).toEqual(INVALID);
    const { options, codeVerifier } = await keys.begin();
    expect(answerOf(await keys.post(cookie, '/verify', { credential: authenticator.get(options) }))).toEqual(INVALID);
    expect(answerOf(await keys.sendLogin({ credential: proof, codeVerifier }))).toEqual(INVALID);
  });
});

describe('a passkey that was removed', () => {
  test('opens nothing, also not for a login that has begun', async () => {
    const { cookie, authenticator, passkey, ...who } = await keys.keyed();
    await keys.add(cookie, ofUsers.authenticatorFor(service));
    const begun = await keys.use(authenticator);
    expect((await keys.remove(cookie, passkey.id)).status).toBe(200);
    expect(answerOf(await keys.sendLogin(begun))).toEqual(INVALID);
    expect(answerOf(await keys.loginWith(who, authenticator))).toEqual(INVALID);
    expect(answerOf(await call.login(who))).toEqual(refusal('PASSKEY_REQUIRED'));
  });

  test('and logins with it that race for the admin leave no session behind', async () => {
    const { id, cookie, authenticator, passkey } = await keys.keyed();
    const begun = await Promise.all(Array.from({ length: 10 }, () => keys.use(authenticator)));
    await race(11, (caller) => (caller ? keys.sendLogin(begun[caller - 1]) : keys.remove(cookie, passkey.id)));
    const admin = (await everyRow()).find(({ sk }) => sk === `ADM#${id}`);
    const live = (await everyRow()).filter(
      ({ pk, type, epoch }) => pk.includes(id) && type === 'admin-session' && epoch === admin?.epoch,
    );
    expect(live).toHaveLength(1);
    expect((await call.me(cookie)).status).toBe(200);
  });

  test('of two that are removed by twenty callers at once, each goes once', async () => {
    const { cookie, passkey } = await keys.keyed();
    const second = await keys.add(cookie, ofUsers.authenticatorFor(service));
    const ids = [passkey.id, second.id];
    const replies = await race(20, (caller) => keys.remove(cookie, ids[caller % 2] as string));
    expect(outcomes(replies)).toEqual({ 200: 2, '404 PASSKEY_NOT_FOUND': 18 });
    expect((await keys.list(cookie)).body.passkeys).toEqual([]);
    expect((await call.me(cookie)).body).toMatchObject({ hasPasskey: false });
  });
});

describe('an admin whose rights end', () => {
  test('who was demoted gets in by the passkey, and may do no more than the role says', async () => {
    const { id, authenticator } = await keys.keyed({ role: 'owner' });
    await call.update(id, { role: 'support' });
    const cookie = keys.cookieOf(await keys.loginBy(authenticator));
    const reply = await service.get('/auth/admin/admins', { headers: { cookie } });
    expect(answerOf(reply)).toEqual(refusal('FORBIDDEN'));
    expect(answerOf(await keys.reset((await keys.keyed()).id, cookie))).toEqual(refusal('FORBIDDEN'));
  });

  test('who was deleted opens nothing, and a new admin with the address has no passkey', async () => {
    const { id, email, authenticator } = await keys.keyed();
    const begun = await keys.use(authenticator);
    await call.remove(id);
    expect(answerOf(await keys.sendLogin(begun))).toEqual(INVALID);
    expect((await call.create({ email })).body.admin).toMatchObject({ email, hasPasskey: false });
  });

  test('who acts as a user has no passkey of the admin in that session', async () => {
    const own = await service.tenant({ acting: { enabled: true } });
    const user = await service.signup(own);
    const { sub } = JSON.parse(Buffer.from(user.tokens.accessToken.split('.')[1] as string, 'base64url').toString());
    const acting = await service.admin('POST', `/auth/admin/api/users/${sub}/act`, { reason: 'A ticket.' });
    expect(acting.status).toBe(201);
    const headers = bearer(acting.body);
    for (const path of ['', '/options', '/verify-options', '/verify'])
      expect(answerOf(await service.post(`/auth/admin/passkeys${path}`, {}, { headers }))).toEqual(
        refusal('INVALID_TOKEN'),
      );
    expect(answerOf(await service.post('/auth/passkeys/options', {}, { headers }))).toEqual(
      refusal('NOT_WHILE_ACTING'),
    );
  });
});
