// Checks that sessions of applications which begin while the browser's session is replaced neither fail that nor survive
// its end: a proof of the second factor and a switch of tenant both replace the session, and carry its children over.
import { describe, expect, test } from '@jest/globals';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { enrol, nextCode } from '../../support/mfa.ts';
import { codeOf, exchange, loggedIn, newServer, userinfo } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const CALLERS = 20;
const known = prepared(() => newServer());

type Codes = Awaited<ReturnType<typeof codeOf>>[];
const codesOf = async (jar: Jar, count: number): Promise<Codes> => {
  const codes: Codes = [];
  for (let at = 0; at < count; at++) codes.push(await codeOf(jar, known));
  return codes;
};

/** A browser whose session has the proof of a second factor. */
async function withFactor() {
  const user = await service.signup(await service.tenant());
  const { secret } = await enrol(service, user);
  const jar = await loggedIn(service, user);
  const verify = (otp: string) => jar.post('/auth/mfa/verify', { method: 'totp', otp });
  expect((await verify(nextCode(secret))).status).toBe(200);
  // The clock moves on to the next code, which is to be typed once the codes of applications are there.
  const otp = nextCode(secret);
  return { jar, prove: () => verify(otp) };
}

/** Exchanges codes, eight of which can stay, while something else is done once in their midst. */
function exchangedAround(codes: Codes, act: () => Promise<Reply>): Promise<Reply[]> {
  return race(CALLERS, (at) => (at === CALLERS / 2 ? act() : exchange(service, known, codes[at] as Codes[number])));
}

/** Expects that everything worked, and that the end of the browser's session ends what the applications got. */
async function expectCarriedOver(jar: Jar, replies: Reply[]): Promise<void> {
  expect(outcomes(replies)).toEqual({ 200: CALLERS });
  const tokens = replies.flatMap(({ body }) => (body.access_token as string | undefined) ?? []);
  const alive = async () => {
    const statuses = await Promise.all(tokens.map(async (token) => (await userinfo(service, token)).status));
    return statuses.filter((status) => status === 200).length;
  };
  // A pair of browser and application has eight places.
  expect(await alive()).toBe(8);
  expect((await jar.post('/auth/logout')).status).toBe(200);
  expect(await alive()).toBe(0);
}

describe('twenty callers', () => {
  test('of whom one proves the second factor while the others exchange codes all succeed', async () => {
    const { jar, prove } = await withFactor();
    const codes = await codesOf(jar, CALLERS);
    await expectCarriedOver(jar, await exchangedAround(codes, prove));
  });

  test('of whom one switches the tenant while the others exchange codes of that session all succeed', async () => {
    const [one, other] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
    const jar = await loggedIn(service, other, await loggedIn(service, one, createJar(service)));
    const codes = await codesOf(jar, CALLERS);
    const { accounts } = (await jar.get('/auth/accounts')).body;
    const { slot } = accounts.find(({ tenantId }: { tenantId: string }) => tenantId === one.tenant.id);
    expect((await jar.post('/auth/refresh-token', { slot })).status).toBe(200);
    const replies = await exchangedAround(codes, () => jar.post('/auth/switch-tenant', { tenantId: other.tenant.id }));
    await expectCarriedOver(jar, replies);
  });

  test('of whom half show one proof while the others exchange codes leave one session, which all descend from', async () => {
    const { jar, prove } = await withFactor();
    const codes = await codesOf(jar, CALLERS);
    const replies = await race(CALLERS, (at) =>
      at % 2 ? prove() : exchange(service, known, codes[at] as Codes[number]),
    );
    const [exchanges, proofs] = [0, 1].map((odd) => replies.filter((_, at) => at % 2 === odd)) as [Reply[], Reply[]];
    expect(outcomes(exchanges)).toEqual({ 200: CALLERS / 2 });
    expect(proofs.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of proofs) expect([200, 400, 401, 429]).toContain(status);
    expect((await jar.get('/auth/me')).status).toBe(200);
    await jar.post('/auth/logout');
    for (const { body } of exchanges) expect((await userinfo(service, body.access_token)).status).toBe(401);
  });
});
