// Brings a directory of 50 000 users and 500 groups by SCIM as Entra does, and then once more without a change. The change feed is off: in
// the cloud another function does that work. SCIM_USERS sets another number of users.
import { createCaller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { PRICES } from '../harness/prices.ts';
import { startProxy } from '../harness/proxy.ts';
import type { Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { startService } from '../harness/service.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';

const USERS = Number(process.env.SCIM_USERS ?? 50_000);
const GROUP_SIZE = 100;
const GROUPS = Math.max(1, Math.floor(USERS / GROUP_SIZE));
/** Requests at a time. Entra sends about as many. */
const WORKERS = 10;
/** A change of a group writes ten members at a time by itself. */
const GROUP_WORKERS = 2;
/** A directory repeats what gets 503. */
const TRIES = 5;

const nameOf = (at: number): string => `person${at}@directory.example`;
const userBody = (at: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: nameOf(at),
  externalId: `external-${at}`,
  active: true,
  displayName: `Person ${at}`,
  name: { givenName: 'Person', familyName: String(at) },
  emails: [{ value: nameOf(at), type: 'work', primary: true }],
  title: 'Engineer',
});

type Ask = (route: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Synchronises all users and groups as Entra does: looks each up, creates it or sends what it has, and adds the members. */
async function synchronise(ask: Ask): Promise<void> {
  const ids: string[] = [];
  await load(USERS, WORKERS, async (at) => {
    ids[at] = await broughtUser(ask, at);
  });
  await load(GROUPS, GROUP_WORKERS, async (at) => {
    const group = await broughtGroup(ask, `Group ${at}`);
    const value = ids.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE).map((id) => ({ value: id }));
    await requireStatus(ask(`PATCH /Groups/${group}`, patchOf({ op: 'Add', path: 'members', value })), 204);
  });
}

const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

async function requireStatus(reply: ReturnType<Ask>, ...statuses: number[]): Promise<Record<string, unknown>> {
  const { status, body } = await reply;
  if (!statuses.includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Returns the id of the first resource that a filter finds. */
async function found(ask: Ask, path: string, filter: string): Promise<string | undefined> {
  const body = await requireStatus(ask(`GET ${path}filter=${encodeURIComponent(filter)}`), 200);
  return (body.Resources as { id: string }[])[0]?.id;
}

async function broughtUser(ask: Ask, at: number): Promise<string> {
  const id = await found(ask, '/Users?', `userName eq "${nameOf(at)}"`);
  const body = id
    ? await requireStatus(ask(`PUT /Users/${id}`, userBody(at)), 200)
    : await requireStatus(ask('POST /Users', userBody(at)), 201);
  return body.id as string;
}

async function broughtGroup(ask: Ask, displayName: string): Promise<string> {
  const id = await found(ask, '/Groups?excludedAttributes=members&', `displayName eq "${displayName}"`);
  return id ?? ((await requireStatus(ask('POST /Groups', { displayName }), 201)).id as string);
}

export const synchronising = (): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const proxy = own(await startProxy(engine.endpoint));
    const service = own(await startService({ GATEHOUSE_LIMITS: 'off', AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId, adminCookie } = await createWorld(caller, service);
    const made = await caller.ok(`POST /auth/admin/api/tenants/${tenantId}/scim-connections`, {
      cookie: adminCookie,
      body: { name: 'Directory' },
    });
    const { id } = made.connection as { id: string };
    let [requests, repeated] = [0, 0];
    const ask: Ask = async (route, body) => {
      const [method, path] = route.split(' ');
      const send = () => caller.call(`${method} /scim/v2/${id}${path}`, { body, bearer: made.token as string });
      requests += 1;
      let reply = await send();
      for (let tries = 1; reply.status === 503 && tries < TRIES; tries++) {
        repeated += 1;
        reply = await send();
      }
      return reply;
    };
    // The first request notes the use of the connection, once an hour.
    await requireStatus(ask('GET /ServiceProviderConfig'), 200);

    const run = async (name: string) => {
      [requests, repeated] = [0, 0];
      const began = performance.now();
      const { read, write } = await proxy.units(() => synchronise(ask));
      const seconds = (performance.now() - began) / 1000;
      const usd = read * PRICES.readUnit + write * PRICES.writeUnit;
      const pace = { minutes: seconds / 60, requests, repeated, 'requests/s': requests / seconds };
      return { run: name, ...pace, 'read units': read, 'write units': write, 'USD, table': usd };
    };
    const rows = [await run('from nothing'), await run('without a change')];
    const count = async (path: string) => (await requireStatus(ask(`GET ${path}?count=0`), 200)).totalResults;
    const facts = {
      'all users are there': (await count('/Users')) === USERS,
      'all groups are there': (await count('/Groups')) === GROUPS,
      'the second run writes nothing': rows[1]?.['write units'] === 0,
    };
    return {
      tables: [
        {
          title: `SCIM: ${USERS} users, ${GROUPS} groups of ${GROUP_SIZE}`,
          rows,
          notes: ['units: of the requests, without lists, search, counters and the audit log, which follow'],
        },
      ],
      exceeded: Object.entries(facts).flatMap(([fact, isTrue]) => (isTrue ? [] : [fact])),
    };
  });
