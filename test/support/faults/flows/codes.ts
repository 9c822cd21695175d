// Uses codes by e-mail: to verify the address, and to log in.
import {
  A_MINUTE,
  type Client,
  demand,
  isGood,
  liveCode,
  madeUser,
  must,
  type Person,
  settled,
  signUp,
} from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';
import { type Flow, flow } from './flow.ts';

const post = (client: Client, path: string, body?: unknown, token?: string): Promise<Answer | Lost> =>
  client.lane.send('POST', path, { body, token });
const code = (answer: Answer | Lost): unknown => (answer === 'lost' ? answer : answer.body?.code);

const ask = (client: Client, { access }: Person) => post(client, '/auth/send-email-verification', {}, access);
const prove = (client: Client, { access }: Person, otp: string) =>
  post(client, '/auth/verify-email', { code: otp }, access);

const sendVerification = flow('send-email-verification', '/auth/send-email-verification', {
  prepare: signUp,
  act: ask,
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => {
      client.lane.advance(A_MINUTE);
      return ask(client, person);
    });
    demand(isGood(answer), 'send-email-verification', answer);
    const proved = await prove(client, person, await liveCode(client, person, 'verify-email'));
    demand(isGood(proved), 'the code', proved);
  },
});

const verifyEmail = flow('verify-email', '/auth/verify-email', {
  prepare: async (client) => {
    const person = await signUp(client);
    demand(isGood(await ask(client, person)), 'send-email-verification');
    return { person, otp: await liveCode(client, person, 'verify-email') };
  },
  act: (client, { person, otp }) => prove(client, person, otp),
  settle: async (client, { person, otp }, outcome) => {
    const answer = await settled(outcome, () => prove(client, person, otp));
    demand(answer.status < 500, 'verify-email', answer);
    // The session that brought the code lives on.
    const { body } = await must(client, 'GET', '/auth/user', { token: person.access });
    demand(body.emailVerifiedAt, 'the address is not verified');
  },
});

const sendCode = (client: Client, { tenantId, email }: Person) =>
  post(client, '/auth/passwordless/send', { tenantId, identifier: email, channel: 'email' });
const logInBy = (client: Client, { tenantId, email }: Person, otp: string) =>
  post(client, '/auth/login', {
    tenantId,
    providerName: 'passwordless',
    credentials: { identifier: email, channels: ['email'], code: otp },
  });

const passwordless = flow('passwordless/send', '/auth/passwordless/send', {
  prepare: signUp,
  act: sendCode,
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => {
      client.lane.advance(A_MINUTE);
      return sendCode(client, person);
    });
    demand(isGood(answer), 'passwordless/send', answer);
    const session = await logInBy(client, person, await liveCode(client, person, 'login-email'));
    demand(isGood(session), 'the code', session);
  },
});

const loginByCode = flow('login by code', '/auth/login', {
  prepare: async (client) => {
    const person = await madeUser(client);
    demand(isGood(await sendCode(client, person)), 'passwordless/send');
    return { person, otp: await liveCode(client, person, 'login-email') };
  },
  act: (client, { person, otp }) => logInBy(client, person, otp),
  settle: async (client, { person, otp }, outcome) => {
    const answer = await settled(outcome, () => logInBy(client, person, otp));
    demand(isGood(answer) || code(answer) === 'VERIFICATION_CODE_INVALID', 'the code', answer);
    const again = await logInBy(client, person, otp);
    demand(code(again) === 'VERIFICATION_CODE_INVALID', 'a code works twice', again);
    client.lane.advance(A_MINUTE);
    demand(isGood(await sendCode(client, person)), 'passwordless/send');
    const next = await logInBy(client, person, await liveCode(client, person, 'login-email'));
    demand(isGood(next), 'the next code', next);
  },
});

export const codeFlows: readonly Flow[] = [sendVerification, verifyEmail, passwordless, loginByCode];
