// Calls a faulty deployment as a careful client does: it records what was acknowledged, and retries when a response
// is lost.
import type { Roots } from '../../../lib/crypto/roots.ts';
import { unseal } from '../../../lib/crypto/seal.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { type CodePurpose, findCode, findToken } from '../../../lib/store/people/codes.ts';
import { type Maker, makerOf } from '../../world/make.ts';
import { newEmail, newPassword, unique } from '../service.ts';
import { totp } from '../totp.ts';
import { until } from '../until.ts';
import { type Answer, type BusEvent, type Deployment, type Lane, LOST, type Lost, type Request } from './deployment.ts';

export type Tenant = { id: string; slug: string };
export type Person = { tenantId: string; id: string; email: string; password: string; access: string; refresh: string };

/** What was acknowledged, and must hold to the end. */
export type Ledger = {
  accounts: Pick<Person, 'tenantId' | 'email' | 'password'>[];
  /** Tokens of sessions that were ended. */
  dead: { access: string; refresh: string }[];
  /** Refresh tokens that were given out last in their sessions. */
  live: string[];
  slugs: { slug: string; there: boolean }[];
};
export const newLedger = (): Ledger => ({ accounts: [], dead: [], live: [], slugs: [] });

export type Client = {
  lane: Lane;
  deployment: Deployment;
  ledger: Ledger;
  /** Shared by all clients. */
  tenant: Tenant;
  other: Tenant;
  /** A role of `tenant` that may invite, and do everything with projects. */
  ownerRole: string;
  admin: { email: string; password: string; cookie: string; since: number };
};

export { newEmail, newPassword };
export const word = (): string => unique('x').slice(2);

export function demand(condition: unknown, what: string, answer?: Answer | Lost): asserts condition {
  if (condition) return;
  const said = answer === undefined || answer === LOST ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
  throw new Error(`${what}${said === undefined ? '' : `: ${said}`}`);
}

export const isGood = (answer: Answer | Lost): answer is Answer => answer !== LOST && answer.status < 300;

/** Returns a response below 300; throws otherwise. Meant for calls during which no process is killed. */
export async function must(client: Client, method: string, path: string, request?: Request): Promise<Answer> {
  const answer = await client.lane.send(method, path, request);
  demand(isGood(answer), `${method} ${path}`, answer);
  return answer;
}

/** Returns the response, or calls `again` if it was lost. Throws when that is lost, too. */
export const settled = async (outcome: Answer | Lost, again: () => Promise<Answer | Lost>): Promise<Answer> => {
  const answer = outcome === LOST ? await again() : outcome;
  demand(answer !== LOST, 'asked again, and nothing came');
  return answer;
};

const SESSION_MS = 10 * 60_000;

/** Makes the call as the client's own admin, in a session that is young enough for every operation. */
export async function asAdmin(client: Client, method: string, path: string, body?: unknown): Promise<Answer | Lost> {
  const { admin, lane } = client;
  if (!admin.cookie || lane.now() - admin.since > SESSION_MS) {
    const { email, password } = admin;
    const login = await lane.send('POST', '/auth/admin/login', { body: { email, password } });
    if (login === LOST) return LOST; // it is the same function that is to be killed
    demand(isGood(login), 'login', login);
    Object.assign(admin, { cookie: login.cookie, since: lane.now() });
  }
  return lane.send(method, path, { body, cookie: admin.cookie });
}

export async function mustAdmin(client: Client, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await asAdmin(client, method, path, body);
  demand(isGood(answer), `${method} ${path}`, answer);
  return answer;
}

/** Makes things while no process is killed: no call of it may be lost. */
export const makerFor = (client: Client): Maker =>
  makerOf(
    (method, path, request) => must(client, method, path, request),
    (method, path, { body }) => mustAdmin(client, method, path, body),
  );

export async function signUp(client: Client, tenant: Tenant = client.tenant): Promise<Person> {
  const { tokens, ...known } = await makerFor(client).signUp(tenant.id);
  return { ...known, tenantId: tenant.id, access: tokens.accessToken, refresh: tokens.refreshToken };
}

type Account = Pick<Person, 'tenantId' | 'email' | 'password'>;
export const logIn = (client: Client, { tenantId, email, password }: Account): Promise<Answer | Lost> =>
  client.lane.send('POST', '/auth/login', { body: { tenantId, credentials: { email, password } } });

export async function mustLogIn(client: Client, account: Account): Promise<Answer> {
  const answer = await logIn(client, account);
  demand(isGood(answer), 'login', answer);
  return answer;
}

/** A user whom the admin made, with a verified address. */
export async function madeUser(client: Client, more: Record<string, unknown> = {}): Promise<Person> {
  const tenantId = client.tenant.id;
  const maker = makerFor(client);
  const { id, email, password } = await maker.user(tenantId, { emailVerifiedAt: '2026-01-01T00:00:00Z', ...more });
  const { accessToken, refreshToken } = await maker.session(tenantId, { email, password });
  return { tenantId, id, email, password, access: accessToken, refresh: refreshToken };
}

export const statusOf = async (client: Client, token: string): Promise<number> => {
  const answer = await client.lane.send('GET', '/auth/me', { token });
  return answer === LOST ? 0 : answer.status;
};

/** Checks that the ended session is rejected, now and at the end of the run. */
export async function demandDead(
  client: Client,
  { access, refresh }: Pick<Person, 'access' | 'refresh'>,
): Promise<void> {
  demand((await statusOf(client, access)) === 401, 'a session that was ended is used');
  const answer = await client.lane.send('POST', '/auth/refresh-token', { body: { refreshToken: refresh } });
  demand(answer !== LOST && answer.status === 401, 'a session that was ended is renewed', answer);
  client.ledger.dead.push({ access, refresh });
}

/** Returns the live code of this purpose, from the event that carries it. */
export async function liveCode(client: Client, { tenantId, id }: Person, purpose: CodePurpose): Promise<string> {
  const item = await findCode(tenantId as TenantId, id as UserId, purpose);
  demand(item, `there is no code to ${purpose}`);
  const { detail } = await arrived(client, ({ detail: { codeId } }) => codeId === item.id, `the code to ${purpose}`);
  return JSON.parse(unseal(rootsOf(client.deployment), `message|${detail.id}`, detail.sealed as string)).code;
}

export const rootsOf = ({ secrets }: Deployment): Roots<never> => JSON.parse(secrets.secrets.get('root') ?? '{}');

/** Returns the token of the live invitation, from the event that carries it. */
export async function liveInvitation(client: Client, userId: string): Promise<string> {
  const item = await findToken(client.tenant.id as TenantId, userId as UserId, 'set-password');
  demand(item, 'there is no invitation');
  const { detail } = await arrived(client, ({ detail: { tokenId } }) => tokenId === item.id, 'the invitation');
  return detail.token as string;
}

/** What was half done when a function died goes on this soon after it is there again, on a busy machine, too. */
export const PATIENCE_MS = 120_000;

const arrived = (client: Client, fits: (event: BusEvent) => boolean, what: string): Promise<BusEvent> =>
  until(() => client.deployment.events.findLast(fits), what, PATIENCE_MS);

export const A_MINUTE = 61_000;
const STEP_MS = 30_000;

/** What the person's app shows in this lane's time, or a step before. */
export const codeNow = (client: Client, secret: string, before = 0): string =>
  totp(secret, 0, Math.floor(client.lane.now() / STEP_MS) - before);
/** Moves to the beginning of the next step. */
export const nextStep = ({ lane }: Client): void => lane.advance(STEP_MS - (lane.now() % STEP_MS) + 100);
