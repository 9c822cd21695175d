// Kills functions in the middle of operations, and checks that what was acknowledged still holds.
import { partition, removeAll } from '../../../lib/store/dynamo/table.ts';
import { adminBootstrap } from '../../../lib/store/keys.ts';
import { until } from '../until.ts';
import {
  type Client,
  demand,
  isGood,
  logIn,
  madeUser,
  must,
  mustAdmin,
  newEmail,
  newPassword,
  PATIENCE_MS,
  settled,
  signUp,
  word,
} from './client.ts';
import { LOST } from './deployment.ts';
import { newTenant } from './flows/admin.ts';
import type { Flow } from './flows/flow.ts';
import type { Plan, When } from './killing-proxy.ts';

/** More calls than any operation makes, the start of a process included. */
const MOST_CALLS = 400;

/** Calls to kill at: the first of them, every how many, and whether first before or after. */
export type Pass = { from: number; stride: number; first: When };

/** Kills at the calls of the pass, one a time, until the work is over before it comes to that. */
export async function atCalls(
  what: string,
  { from, stride, first }: Pass,
  work: (plan: Plan) => Promise<boolean>,
): Promise<void> {
  let when = first;
  for (let at = from; at <= MOST_CALLS; at += stride) {
    const killed = await work({ at, when }).catch((error: Error) => {
      throw new Error(`${what}, ${when} call ${at}: ${error.message}`);
    });
    if (!killed) return;
    when = when === 'after' ? 'before' : 'after';
  }
  throw new Error(`${what} makes more than ${MOST_CALLS} calls`);
}

/** The flow with its function killed as planned. `false`: it was over before it came to that. */
export async function disturbed(client: Client, flow: Flow, plan: Plan): Promise<boolean> {
  const { act, settle } = await flow.begin(client);
  client.lane.arm(flow.path, plan);
  const outcome = await act();
  const killed = client.lane.disarm(flow.path);
  demand(killed || isGood(outcome), 'undisturbed', outcome);
  await settle(outcome);
  return killed;
}

/** Removes all admins and signs up the first one, killing its function as planned. Run while no client needs one. */
export async function bootstrapped(client: Client, plan: Plan): Promise<boolean> {
  await removeAll(await partition(adminBootstrap));
  const admin = { email: newEmail(), password: newPassword() };
  const body = { ...admin, secretKey: client.deployment.adminKey };
  const sign = () => client.lane.send('POST', '/auth/admin/signup', { body });
  client.lane.arm('/auth/admin/signup', plan);
  const outcome = await sign();
  const killed = client.lane.disarm('/auth/admin/signup');
  const answer = await settled(outcome, sign);
  demand(answer.body.code === 'ADMIN_BOOTSTRAP_CLOSED' || isGood(answer), 'bootstrap', answer);
  const again = await sign();
  demand(again !== LOST && again.body.code === 'ADMIN_BOOTSTRAP_CLOSED', 'bootstrap is open twice', again);
  Object.assign(client.admin, { ...admin, cookie: '', since: 0 });
  await mustAdmin(client, 'GET', '/auth/admin/admins');
  return killed;
}

const API = '/auth/admin/api';

/** People come, change and go, a role is renamed, a tenant is deleted: everything the change feed has to follow. */
export async function followed(client: Client, plan: Plan): Promise<boolean> {
  const { lane, deployment } = client;
  const tenant = await newTenant(client);
  const role = (await mustAdmin(client, 'POST', `${API}/roles`, { name: `Role ${word()}` })).body.role;
  lane.arm('change-feed', plan);
  const people = [
    await signUp(client, tenant),
    await signUp(client, tenant),
    await madeUser(client, { roleIds: [role.id] }),
  ];
  await mustAdmin(client, 'PATCH', `${API}/roles/${role.id}`, { name: `Role ${word()}` });
  await mustAdmin(client, 'PATCH', `${API}/users/${people[2]!.id}`, { isActive: false });
  await mustAdmin(client, 'DELETE', `${API}/users/${people[2]!.id}`);
  await mustAdmin(client, 'DELETE', `${API}/tenants/${tenant.id}`);
  const { id: lastId } = await signUp(client);
  // The stream is in order: when the last event is published and no user of the tenant is left, the rest is done, too.
  const isFollowed = async () =>
    deployment.events.some(({ name, detail }) => name === 'svc.registered' && detail.userId === lastId) &&
    (await totalOf(client, tenant.id)) === 0;
  await until(isFollowed, 'the change feed', PATIENCE_MS);
  return lane.disarm('change-feed');
}

const totalOf = async (client: Client, tenantId: string): Promise<number> => {
  const { body } = await mustAdmin(client, 'GET', `${API}/users?tenantId=${tenantId}`);
  return body.meta.total;
};

/**
 * A message, while its mailer is killed. It leaves; twice at the most, if the mailer died after the provider said yes.
 */
export async function mailed(client: Client, plan: Plan): Promise<boolean> {
  const { lane, deployment } = client;
  const person = await signUp(client);
  lane.arm('mailer', plan);
  const { tenantId, email } = person;
  await must(client, 'POST', '/auth/forgot-password', { body: { tenantId, email } });
  const messages = () => deployment.outbound.messages(email);
  const isOver = () => deployment.queue.waiting().length + deployment.queue.deadLetters().length === 0;
  let isLate = false;
  await until(
    async () => {
      // The claim of a mailer that died is kept for a minute.
      if (!isLate && deployment.queue.waiting().some(({ receives }) => receives > 1)) {
        isLate = true;
        lane.advance(61_000);
      }
      if (deployment.queue.deadLetters().length) await deployment.queue.redrive();
      return messages().length > 0 && isOver();
    },
    'the message',
    PATIENCE_MS,
  );
  const killed = lane.disarm('mailer');
  demand(messages().length <= (killed ? 2 : 1), `${messages().length} messages`);
  return killed;
}

/** Checks that everything that was acknowledged still holds. Returns what doesn't. */
export async function broken({ ledger, deployment, ...client }: Client): Promise<string[]> {
  // Use the lane whose clock is furthest ahead, so that no token is from the future.
  const lane = deployment.lanes.toSorted((a, b) => b.now() - a.now())[0]!;
  const last: Client = { ...client, ledger, deployment, lane };
  const wrong: string[] = [];
  for (const account of ledger.accounts) {
    if (!isGood(await logIn(last, account))) wrong.push(`${account.email} cannot log in`);
  }
  const renew = (refreshToken: string) => lane.send('POST', '/auth/refresh-token', { body: { refreshToken } });
  for (const token of ledger.live) {
    if (!isGood(await renew(token))) wrong.push('a session that is open cannot be renewed');
  }
  for (const { access, refresh } of ledger.dead) {
    const answers = [await renew(refresh), await lane.send('GET', '/auth/me', { token: access })];
    if (answers.some((answer) => answer === LOST || answer.status !== 401))
      wrong.push('a session that was ended is used');
  }
  for (const { slug, there } of ledger.slugs) {
    const answer = await lane.send('GET', `/auth/tenants/lookup?slug=${slug}`);
    if (isGood(answer) !== there) wrong.push(`${slug} is ${there ? 'not' : 'still'} there`);
  }
  return wrong;
}
