// Runs what users do to rows of a resource: create, change, move to the trash and restore.
import { type Client, demand, isGood, madeUser, must, type Person, settled, word } from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';
import { type Flow, flow } from './flow.ts';

const PROJECTS = '/projects';
type Project = { id: string; slug: string; name: string };

const worker = (client: Client): Promise<Person> => madeUser(client, { roleIds: [client.ownerRole] });
const project = () => ({ name: `Project ${word()}`, slug: word() });
const send = (client: Client, by: Person, method: string, path: string, body?: object): Promise<Answer | Lost> =>
  client.lane.send(method, path, { token: by.access, ...(body && { body }) });

async function made(client: Client): Promise<{ by: Person; row: Project }> {
  const by = await worker(client);
  const { body } = await must(client, 'POST', PROJECTS, { token: by.access, body: project() });
  return { by, row: body };
}

/** The rows with these slugs, and how many the table says there are. */
async function found(client: Client, by: Person, slugs: readonly string[]): Promise<Project[]> {
  const headers = { 'x-http-method-override': 'GET' };
  const body = { where: { slug: { $in: slugs } }, order: { slug: 'ASC' } };
  const { items, total } = (await must(client, 'POST', PROJECTS, { token: by.access, headers, body })).body;
  demand(total === items.length, `${items.length} rows, and the total is ${total}`);
  return items;
}

/** What is asked again is done, or was done: then it has this code. */
const done = (answer: Answer, code: string): void =>
  demand(answer.body?.code === code || isGood(answer), 'the change', answer);

const create = flow('row, create', PROJECTS, {
  prepare: async (client) => ({ by: await worker(client), body: project() }),
  act: (client, { by, body }) => send(client, by, 'POST', PROJECTS, body),
  settle: async (client, { by, body }, outcome) => {
    done(await settled(outcome, () => send(client, by, 'POST', PROJECTS, body)), 'CRUD_CONFLICT');
    demand((await found(client, by, [body.slug])).length === 1, 'the row is there once');
  },
});

const createSeveral = flow('row, create several', PROJECTS, {
  prepare: async (client) => ({ by: await worker(client), bulk: [project(), project(), project()] }),
  act: (client, { by, bulk }) => send(client, by, 'POST', `${PROJECTS}/bulk`, { bulk }),
  settle: async (client, { by, bulk }, outcome) => {
    const slugs = bulk.map(({ slug }) => slug);
    const count = (await found(client, by, slugs)).length;
    demand(count === 0 || count === bulk.length, `${count} of ${bulk.length} rows are there`);
    done(await settled(outcome, () => send(client, by, 'POST', `${PROJECTS}/bulk`, { bulk })), 'CRUD_CONFLICT');
    demand((await found(client, by, slugs)).length === bulk.length, 'all rows are there once');
  },
});

const change = flow('row, change', `${PROJECTS}/x`, {
  prepare: async (client) => ({ ...(await made(client)), body: project() }),
  act: (client, { by, row, body }) => send(client, by, 'PUT', `${PROJECTS}/${row.id}`, body),
  settle: async (client, { by, row, body }, outcome) => {
    const answer = await settled(outcome, () => send(client, by, 'PUT', `${PROJECTS}/${row.id}`, body));
    demand(isGood(answer), 'the change', answer);
    const [current, ...others] = await found(client, by, [row.slug, body.slug]);
    demand(current?.id === row.id && current.name === body.name && !others.length, 'the changed row');
  },
});

const trash = flow('row, trash and restore', `${PROJECTS}/x`, {
  prepare: made,
  act: (client, { by, row }) => send(client, by, 'DELETE', `${PROJECTS}/${row.id}`),
  settle: async (client, { by, row }, outcome) => {
    done(await settled(outcome, () => send(client, by, 'DELETE', `${PROJECTS}/${row.id}`)), 'CRUD_NOT_FOUND');
    demand(!(await found(client, by, [row.slug])).length, 'a row in the trash is listed');
    await must(client, 'PUT', `${PROJECTS}/${row.id}/restore`, { token: by.access });
    demand((await found(client, by, [row.slug])).length === 1, 'the row is back');
  },
});

const restore = flow('row, restore', `${PROJECTS}/x/restore`, {
  prepare: async (client) => {
    const state = await made(client);
    await must(client, 'DELETE', `${PROJECTS}/${state.row.id}`, { token: state.by.access });
    return state;
  },
  act: (client, { by, row }) => send(client, by, 'PUT', `${PROJECTS}/${row.id}/restore`),
  settle: async (client, { by, row }, outcome) => {
    const again = () => send(client, by, 'PUT', `${PROJECTS}/${row.id}/restore`);
    done(await settled(outcome, again), 'CRUD_NOT_FOUND');
    demand((await found(client, by, [row.slug])).length === 1, 'the row is back');
  },
});

export const rowFlows: readonly Flow[] = [create, createSeveral, change, trash, restore];
