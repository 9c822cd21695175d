// Runs what people do by themselves: accounts, sessions, passwords, invitations, tenants.
import {
  A_MINUTE,
  type Client,
  demand,
  demandDead,
  isGood,
  liveCode,
  liveInvitation,
  logIn,
  madeUser,
  must,
  mustLogIn,
  newEmail,
  newPassword,
  type Person,
  settled,
  signUp,
  statusOf,
} from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';
import { type Flow, flow } from './flow.ts';

const post = (client: Client, path: string, body?: unknown, token?: string): Promise<Answer | Lost> =>
  client.lane.send('POST', path, { body, token });
const code = (answer: Answer | Lost): unknown => (answer === 'lost' ? answer : answer.body?.code);

const signup = flow('signup', '/auth/signup', {
  prepare: async ({ tenant }) => ({ tenantId: tenant.id, email: newEmail(), password: newPassword() }),
  act: (client, account) => post(client, '/auth/signup', account),
  settle: async (client, account, outcome) => {
    const answer = await settled(outcome, () => post(client, '/auth/signup', account));
    demand(isGood(answer) || code(answer) === 'EMAIL_ALREADY_EXISTS', 'signup', answer);
    await mustLogIn(client, account);
    client.ledger.accounts.push(account);
  },
});

const login = flow('login', '/auth/login', {
  prepare: signUp,
  act: logIn,
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => logIn(client, person));
    demand(isGood(answer), 'login', answer);
    demand((await statusOf(client, answer.body.accessToken)) === 200, 'the session is not there');
    client.ledger.live.push(answer.body.refreshToken);
  },
});

const renew = (client: Client, refreshToken: string) => post(client, '/auth/refresh-token', { refreshToken });
const refresh = flow('refresh', '/auth/refresh-token', {
  prepare: signUp,
  act: (client, person) => renew(client, person.refresh),
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => renew(client, person.refresh));
    demand(isGood(answer), 'refresh', answer);
    const next = await renew(client, answer.body.refreshToken);
    demand(isGood(next), 'the next refresh', next);
    demand((await statusOf(client, next.body.accessToken)) === 200, 'the session is not there');
    // The first token is two generations old now. Using it again would count as theft, even within the grace period.
    client.ledger.live.push(next.body.refreshToken);
  },
});

const logout = flow('logout', '/auth/logout', {
  prepare: signUp,
  act: (client, { access }) => post(client, '/auth/logout', {}, access),
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => post(client, '/auth/logout', {}, person.access));
    demand(isGood(answer), 'logout', answer);
    await demandDead(client, person);
  },
});

const logoutAll = flow('logout-all', '/auth/logout-all', {
  prepare: async (client) => {
    const person = await signUp(client);
    const { body } = await mustLogIn(client, person);
    return { person, second: { access: body.accessToken, refresh: body.refreshToken } };
  },
  act: (client, { person }) => post(client, '/auth/logout-all', {}, person.access),
  settle: async (client, { person, second }, outcome) => {
    const answer = await settled(outcome, () => post(client, '/auth/logout-all', {}, person.access));
    demand(answer.status === 401 || isGood(answer), 'logout-all', answer);
    await demandDead(client, person);
    await demandDead(client, second);
  },
});

const newPasswordOf = (client: Client, { access, password }: Person, next: string) =>
  post(client, '/auth/change-password', { currentPassword: password, newPassword: next }, access);
const changePassword = flow('change-password', '/auth/change-password', {
  prepare: async (client) => ({ person: await signUp(client), next: newPassword() }),
  act: (client, { person, next }) => newPasswordOf(client, person, next),
  settle: async (client, { person, next }, outcome) => {
    const answer = await settled(outcome, () => newPasswordOf(client, person, next));
    demand(answer.status === 401 || isGood(answer), 'change-password', answer);
    await replaced(client, person, next);
  },
});

/** The new password opens the account, the old one and its sessions don't. */
async function replaced(client: Client, person: Person, next: string): Promise<void> {
  const old = await logIn(client, person);
  demand(code(old) === 'INVALID_CREDENTIALS', 'the old password', old);
  await mustLogIn(client, { ...person, password: next });
  await demandDead(client, person);
  client.ledger.accounts.push({ ...person, password: next });
}

const forget = (client: Client, { tenantId, email }: Person) =>
  post(client, '/auth/forgot-password', { tenantId, email });
const exchange = (client: Client, { tenantId, email }: Person, otp: string) =>
  post(client, '/auth/verify-forgot-password-otp', { tenantId, email, code: otp });
const setPassword = (client: Client, token: string, next: string) =>
  post(client, '/auth/reset-password', { token, newPassword: next });

async function resetCode(client: Client, person: Person): Promise<string> {
  demand(isGood(await forget(client, person)), 'forgot-password');
  return liveCode(client, person, 'reset');
}

const forgot = flow('forgot-password', '/auth/forgot-password', {
  prepare: signUp,
  act: forget,
  settle: async (client, person, outcome) => {
    const answer = await settled(outcome, () => {
      client.lane.advance(A_MINUTE); // one message a minute
      return forget(client, person);
    });
    demand(isGood(answer), 'forgot-password', answer);
    const token = await exchange(client, person, await liveCode(client, person, 'reset'));
    demand(isGood(token), 'the code', token);
  },
});

const verifyReset = flow('verify-forgot-password-otp', '/auth/verify-forgot-password-otp', {
  prepare: async (client) => {
    const person = await signUp(client);
    return { person, otp: await resetCode(client, person) };
  },
  act: (client, { person, otp }) => exchange(client, person, otp),
  settle: async (client, { person, otp }, outcome) => {
    let answer = await settled(outcome, () => exchange(client, person, otp));
    const repeated = await exchange(client, person, otp);
    demand(code(repeated) === 'VERIFICATION_CODE_INVALID', 'a code works twice', repeated);
    if (!isGood(answer)) {
      demand(code(answer) === 'VERIFICATION_CODE_INVALID', 'the code', answer);
      client.lane.advance(A_MINUTE);
      answer = (await exchange(client, person, await resetCode(client, person))) as Answer;
    }
    demand(isGood(answer) && answer.body.resetToken, 'the code', answer);
  },
});

async function afterReset(client: Client, person: Person, token: string, next: string, outcome: Answer | Lost) {
  const answer = await settled(outcome, () => setPassword(client, token, next));
  demand(isGood(answer) || code(answer) === 'PASSWORD_RESET_TOKEN_INVALID', 'reset-password', answer);
  const again = await setPassword(client, token, newPassword());
  demand(code(again) === 'PASSWORD_RESET_TOKEN_INVALID', 'a token works twice', again);
  await replaced(client, person, next);
}

const reset = flow('reset-password', '/auth/reset-password', {
  prepare: async (client) => {
    const person = await signUp(client);
    const answer = await exchange(client, person, await resetCode(client, person));
    demand(isGood(answer), 'the code', answer);
    return { person, token: answer.body.resetToken as string, next: newPassword() };
  },
  act: (client, { token, next }) => setPassword(client, token, next),
  settle: (client, { person, token, next }, outcome) => afterReset(client, person, token, next, outcome),
});

const inviteOf = (client: Client, { access }: Person, email: string) => post(client, '/auth/invite', { email }, access);
async function followed(client: Client, email: string, userId: string, next = newPassword()) {
  const token = await liveInvitation(client, userId);
  demand(isGood(await setPassword(client, token, next)), 'the invitation');
  await mustLogIn(client, { tenantId: client.tenant.id, email, password: next });
}

const invite = flow('invite', '/auth/invite', {
  prepare: async (client) => ({ owner: await madeUser(client, { roleIds: [client.ownerRole] }), email: newEmail() }),
  act: (client, { owner, email }) => inviteOf(client, owner, email),
  settle: async (client, { owner, email }, outcome) => {
    const answer = await settled(outcome, () => inviteOf(client, owner, email));
    demand(isGood(answer), 'invite', answer);
    await followed(client, email, answer.body.userId);
  },
});

const acceptInvitation = flow('invite, set password', '/auth/reset-password', {
  prepare: async (client) => {
    const owner = await madeUser(client, { roleIds: [client.ownerRole] });
    const email = newEmail();
    const { body } = await must(client, 'POST', '/auth/invite', { body: { email }, token: owner.access });
    return { email, token: await liveInvitation(client, body.userId), next: newPassword() };
  },
  act: (client, { token, next }) => setPassword(client, token, next),
  settle: async (client, { email, token, next }, outcome) => {
    const answer = await settled(outcome, () => setPassword(client, token, next));
    demand(isGood(answer) || code(answer) === 'PASSWORD_RESET_TOKEN_INVALID', 'the invitation', answer);
    const again = await setPassword(client, token, newPassword());
    demand(code(again) === 'PASSWORD_RESET_TOKEN_INVALID', 'an invitation works twice', again);
    const account = { tenantId: client.tenant.id, email, password: next };
    await mustLogIn(client, account);
    client.ledger.accounts.push(account);
  },
});

const change = (client: Client, { here, there }: { here: Person; there: Person }) =>
  post(client, '/auth/switch-tenant', { tenantId: there.tenantId, refreshToken: there.refresh }, here.access);
const switchTenant = flow('switch-tenant', '/auth/switch-tenant', {
  prepare: async (client) => ({ here: await signUp(client), there: await signUp(client, client.other) }),
  act: change,
  settle: async (client, state, outcome) => {
    const answer = await settled(outcome, () => change(client, state));
    demand(isGood(answer), 'switch-tenant', answer);
    demand((await statusOf(client, answer.body.accessToken)) === 200, 'the session there');
    demand((await statusOf(client, state.here.access)) === 200, 'the session here');
  },
});

export const accountFlows: readonly Flow[] = [
  signup,
  login,
  refresh,
  logout,
  logoutAll,
  changePassword,
  forgot,
  verifyReset,
  reset,
  invite,
  acceptInvitation,
  switchTenant,
];
