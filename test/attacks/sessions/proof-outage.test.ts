// Threat: the table goes away between the comparison of a second factor and the session it opens, so that a user gets
// in twice, without a factor, or never again.
// Using the factor and opening the session is one write. If the request is lost, nothing changes. If the response is
// lost, the write has happened once.
import { expect, test } from '@jest/globals';
import { startEngine } from '../../../infra/tools/local/engine.ts';
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
import { type Fate, startRelay } from '../../support/relay.ts';
import { prepared, running, startService } from '../../support/service.ts';

let fate: Fate = 'passes';
const engine = running(() => startEngine(undefined, undefined));
const relay = running(() =>
  startRelay(engine.endpoint, (operation) => (operation === 'TransactWriteItems' ? fate : 'passes')),
);
const service = running(() => startService({}, { changeFeed: false, endpoint: relay.endpoint }));
const tenant = prepared(() => service.tenant());

/** Runs the call while every transaction meets the given fate. */
async function during<T>(transactions: Fate, call: () => Promise<T>): Promise<T> {
  fate = transactions;
  try {
    return await call();
  } finally {
    fate = 'passes';
  }
}

type Prove = (tokens: Tokens) => ReturnType<typeof verify>;
const PROOFS: Record<string, (person: Person, code: string) => Prove> = {
  'a TOTP code': ({ secret }) => {
    const otp = freshCode(secret);
    return (tokens) => verify(service, tokens, otp);
  },
  'a recovery code': (_, code) => (tokens) => recover(service, tokens, code),
};

async function startLogin(kind: string) {
  const person = await enrol(service, tenant);
  const [code] = await recoveryCodes(service, person.tokens);
  const prove = (PROOFS[kind] as (typeof PROOFS)['a TOTP code'])(person, code as string);
  return { person, prove, login: await pendingLogin(service, person) };
}

test.each(Object.keys(PROOFS))(
  '%s stays valid, and so does the login, when the request of its transaction is lost',
  async (kind) => {
    const { login, prove } = await startLogin(kind);
    const lost = await during('request lost', () => prove(login));
    expect(answerOf(lost)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(lost.text).not.toContain('Token');
    expect(answerOf(await me(service, login))).toEqual([401, 'MFA_REQUIRED']);
    const { body, status } = await prove(login);
    expect(status).toBe(200);
    expect((await me(service, body)).status).toBe(200);
  },
);

test.each(Object.keys(PROOFS))(
  '%s is used up when the response of its transaction is lost, and the owner can log in again',
  async (kind) => {
    const { person, login, prove } = await startLogin(kind);
    const reply = await during('answer lost', () => prove(login));
    expect(answerOf(reply)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answerOf(await prove(login))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect((await prove(await pendingLogin(service, person))).status).toBe(400);
    expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
  },
);
