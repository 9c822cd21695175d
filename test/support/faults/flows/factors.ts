// Sets up, proves, recovers and removes second factors.
import {
  type Client,
  codeNow,
  demand,
  isGood,
  liveCode,
  madeUser,
  makerFor,
  must,
  mustLogIn,
  nextStep,
  type Person,
  settled,
  signUp,
  statusOf,
} from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';
import { type Flow, flow } from './flow.ts';

const MFA = '/auth/mfa';
const post = (client: Client, action: string, token: string, body: unknown = {}): Promise<Answer | Lost> =>
  client.lane.send('POST', `${MFA}/${action}`, { body, token });

type Enrolled = Person & { secret: string };

async function setUp(client: Client): Promise<Enrolled & { deviceId: string }> {
  const person = await signUp(client);
  const { body } = await must(client, 'POST', `${MFA}/setup-totp`, { token: person.access });
  return { ...person, secret: body.secret, deviceId: body.deviceId };
}

/** Returns a user with an authenticator, whose current step was never used. */
async function enrolled(client: Client): Promise<Enrolled> {
  const person = await signUp(client);
  const { secret } = await makerFor(client).authenticator(person.access, (shared) => codeNow(client, shared));
  nextStep(client);
  return { ...person, secret };
}

async function pending(client: Client, person: Person): Promise<string> {
  const { body } = await mustLogIn(client, person);
  demand(body.isRequiresMfa === true, 'no second factor is asked for');
  demand((await statusOf(client, body.accessToken)) >= 400, 'a pending login is used');
  return body.accessToken;
}

const verify = (client: Client, token: string, otp: string, method = 'totp') =>
  post(client, 'verify', token, { method, otp });
const recover = (client: Client, token: string, code: string) => post(client, 'verify-recovery-code', token, { code });

const setup = flow('mfa/setup-totp', `${MFA}/setup-totp`, {
  prepare: signUp,
  act: (client, { access }) => post(client, 'setup-totp', access),
  settle: async (client, { access }, outcome) => {
    const answer = await settled(outcome, () => post(client, 'setup-totp', access));
    demand(isGood(answer), 'setup-totp', answer);
    const { secret, deviceId } = answer.body;
    const done = await post(client, 'verify-totp-setup', access, { otp: codeNow(client, secret), deviceId });
    demand(isGood(done), 'verify-totp-setup', done);
  },
});

const verifySetup = flow('mfa/verify-totp-setup', `${MFA}/verify-totp-setup`, {
  prepare: setUp,
  act: (client, { access, secret, deviceId }) =>
    post(client, 'verify-totp-setup', access, { otp: codeNow(client, secret), deviceId }),
  settle: async (client, person, outcome) => {
    const { access, secret, deviceId } = person;
    const answer = await settled(outcome, () =>
      post(client, 'verify-totp-setup', access, { otp: codeNow(client, secret), deviceId }),
    );
    demand(answer.status < 500, 'verify-totp-setup', answer);
    demand((await statusOf(client, access)) === 200, 'the session that set it up has ended');
    nextStep(client);
    const full = await verify(client, await pending(client, person), codeNow(client, secret));
    demand(isGood(full), 'verify', full);
  },
});

const verifyTotp = flow('mfa/verify, authenticator', `${MFA}/verify`, {
  prepare: async (client) => {
    const person = await enrolled(client);
    return { person, token: await pending(client, person), otp: codeNow(client, person.secret) };
  },
  act: (client, { token, otp }) => verify(client, token, otp),
  settle: async (client, { person, token, otp }, outcome) => {
    const answer = await settled(outcome, () => verify(client, token, otp));
    demand(answer.status < 500, 'verify', answer);
    const again = await verify(client, await pending(client, person), otp);
    demand(!isGood(again), 'a step counts twice', again);
    nextStep(client);
    const next = await verify(client, await pending(client, person), codeNow(client, person.secret));
    demand(isGood(next) && (await statusOf(client, next.body.accessToken)) === 200, 'the next step', next);
  },
});

const codesOf = async (client: Client, { access }: Person): Promise<string[]> =>
  (await must(client, 'POST', `${MFA}/generate-recovery-code`, { token: access })).body.codes;

const verifyRecovery = flow('mfa/verify-recovery-code', `${MFA}/verify-recovery-code`, {
  prepare: async (client) => {
    const person = await enrolled(client);
    const codes = await codesOf(client, person);
    return { person, codes, token: await pending(client, person) };
  },
  act: (client, { token, codes }) => recover(client, token, codes[0] as string),
  settle: async (client, { person, token, codes }, outcome) => {
    const answer = await settled(outcome, () => recover(client, token, codes[0] as string));
    demand(answer.status < 500, 'verify-recovery-code', answer);
    const again = await recover(client, await pending(client, person), codes[0] as string);
    demand(!isGood(again), 'a recovery code works twice', again);
    const next = await recover(client, await pending(client, person), codes[1] as string);
    demand(isGood(next), 'the next recovery code', next);
  },
});

const generate = flow('mfa/generate-recovery-code', `${MFA}/generate-recovery-code`, {
  prepare: enrolled,
  act: (client, { access }) => post(client, 'generate-recovery-code', access),
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => post(client, 'generate-recovery-code', person.access));
    demand(isGood(answer), 'generate-recovery-code', answer);
    const used = await recover(client, await pending(client, person), answer.body.codes[3]);
    demand(isGood(used), 'a code of the newest set', used);
  },
});

const byMail = async (client: Client): Promise<Person> => {
  const person = await madeUser(client);
  await must(client, 'POST', `${MFA}/toggle`, { body: { enabled: true }, token: person.access });
  return person;
};

const toggle = flow('mfa/toggle', `${MFA}/toggle`, {
  prepare: madeUser,
  act: (client, { access }) => post(client, 'toggle', access, { enabled: true }),
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => post(client, 'toggle', person.access, { enabled: true }));
    demand(answer.status < 500, 'toggle', answer);
    await pending(client, person);
  },
});

const challenge = flow('mfa/challenge', `${MFA}/challenge`, {
  prepare: async (client) => {
    const person = await byMail(client);
    return { person, token: await pending(client, person) };
  },
  act: (client, { token }) => post(client, 'challenge', token, { method: 'email' }),
  settle: async (client, { person, token }, outcome) => {
    const answer = await settled(outcome, () => {
      client.lane.advance(61_000); // one message a minute
      return post(client, 'challenge', token, { method: 'email' });
    });
    demand(isGood(answer), 'challenge', answer);
    const full = await verify(client, token, await liveCode(client, person, 'mfa-email'), 'email');
    demand(isGood(full), 'verify', full);
  },
});

const verifyMail = flow('mfa/verify, e-mail', `${MFA}/verify`, {
  prepare: async (client) => {
    const person = await byMail(client);
    const token = await pending(client, person);
    await must(client, 'POST', `${MFA}/challenge`, { body: { method: 'email' }, token });
    return { token, otp: await liveCode(client, person, 'mfa-email') };
  },
  act: (client, { token, otp }) => verify(client, token, otp, 'email'),
  settle: async (client, { token, otp }, outcome) => {
    const answer = await settled(outcome, () => verify(client, token, otp, 'email'));
    demand(answer.status < 500, 'verify', answer);
    const again = await verify(client, token, otp, 'email');
    demand(!isGood(again), 'a code works twice', again);
  },
});

const resetTotp = flow('mfa/reset-totp', `${MFA}/reset-totp`, {
  prepare: enrolled,
  act: (client, { access }) => post(client, 'reset-totp', access),
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => post(client, 'reset-totp', person.access));
    demand(answer.status < 500, 'reset-totp', answer);
    const { body } = await mustLogIn(client, person);
    demand(body.isRequiresMfa === false, 'a second factor is asked for');
  },
});

export const factorFlows: readonly Flow[] = [
  setup,
  verifySetup,
  verifyTotp,
  verifyRecovery,
  generate,
  toggle,
  challenge,
  verifyMail,
  resetTotp,
];
