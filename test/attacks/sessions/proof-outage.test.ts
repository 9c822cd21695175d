// Threat: the table goes away between the comparison of a second factor and the session it opens, and somebody is let in
// twice, or for nothing, or never again. Proof and session are one write: lost on its way, nothing has happened; carried
// out unheard, it has happened once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../../infra/local/engine.ts';
import { answerOf } from '../../support/api.ts';
import {
  enrol,
  freshCode,
  me,
  type Person,
  pendingLogin,
  recover,
  recoveryCodes,
  type Tokens,
  verify,
} from '../../support/factors.ts';
import { type Fate, type Relay, startRelay } from '../../support/relay.ts';
import { type Service, startService, type Tenant } from '../../support/service.ts';

let engine: Engine;
let relay: Relay;
let service: Service;
let tenant: Tenant;
let fate: Fate = 'passes';
beforeAll(async () => {
  engine = await startEngine(undefined, undefined);
  relay = await startRelay(engine.endpoint, (operation) => (operation === 'TransactWriteItems' ? fate : 'passes'));
  service = await startService({}, { changeFeed: false, endpoint: relay.endpoint });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.stop();
  await relay.stop();
  await engine.stop();
});

/** What comes of the call when transactions fare like this. */
async function during<T>(what: Fate, call: () => Promise<T>): Promise<T> {
  fate = what;
  try {
    return await call();
  } finally {
    fate = 'passes';
  }
}

type Prove = (tokens: Tokens) => ReturnType<typeof verify>;
const PROOFS: Record<string, (person: Person, code: string) => Prove> = {
  'a code': ({ secret }) => {
    const otp = freshCode(secret);
    return (tokens) => verify(service, tokens, otp);
  },
  'a recovery code': (_, code) => (tokens) => recover(service, tokens, code),
};

async function somebody(kind: string) {
  const person = await enrol(service, tenant);
  const [code] = await recoveryCodes(service, person.tokens);
  const prove = (PROOFS[kind] as (typeof PROOFS)['a code'])(person, code as string);
  return { person, prove, login: await pendingLogin(service, person) };
}

test.each(Object.keys(PROOFS))('%s whose use never arrived is as good as before, and so is the login', async (kind) => {
  const { login, prove } = await somebody(kind);
  const lost = await during('request lost', () => prove(login));
  expect(answerOf(lost)).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(lost.text).not.toContain('Token');
  expect(answerOf(await me(service, login))).toEqual([401, 'MFA_REQUIRED']);
  const { body, status } = await prove(login);
  expect(status).toBe(200);
  expect((await me(service, body)).status).toBe(200);
});

test.each(Object.keys(PROOFS))('%s whose use nobody heard of is used, and the owner logs in again', async (kind) => {
  const { person, login, prove } = await somebody(kind);
  const unheard = await during('answer lost', () => prove(login));
  expect(answerOf(unheard)).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(answerOf(await prove(login))).toEqual([401, 'SESSION_NOT_FOUND']);
  expect((await prove(await pendingLogin(service, person))).status).toBe(400);
  expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
});
