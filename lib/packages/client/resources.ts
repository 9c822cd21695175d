// Adds typed methods for the resources of a deployment to the client. The types come from the declarations, of which
// nothing enters the bundle: `import type { resources } from '…/lib/records/resources/index.ts'`.
import type { Registry } from '../../records/declare/resource.ts';
import type { Client } from './index.ts';
import { parametersOf } from './parameters.ts';
import type { ResourceClient } from './resource-types.ts';

/** A URL should have at most about 2000 characters: older proxies and logs cut longer ones. The path needs the rest. */
const LONGEST_QUERY = 1800;

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the resources by name: `resourcesOf<typeof resources>(client).projects.findMany()`. They use the session of
 * the client, and throw `GatehouseError` as its methods do. A query that is too long for a URL is sent as the body of a
 * POST that the service treats as a GET.
 */
export const resourcesOf = <All extends Registry>(
  client: Pick<Client, 'request'>,
): { [Name in keyof All]: ResourceClient<All[Name], All> } =>
  new Proxy({} as never, {
    get: (_, name) => (typeof name === 'string' ? resourceOf(client, `/${encodeURIComponent(name)}`) : undefined),
  });

function resourceOf({ request }: Pick<Client, 'request'>, base: string) {
  const read = async (path: string, query: Values = {}): Promise<unknown> => {
    const search = encoded(parametersOf(query));
    if (search.length > LONGEST_QUERY)
      return request({ method: 'POST', path, body: query, headers: { 'x-http-method-override': 'GET' } });
    return request({ method: 'GET', path: search ? `${path}?${search}` : path });
  };
  const write = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    request({ method, path: base + path, body, headers });
  const removeMany = (path: string, ids: readonly string[]) =>
    write('DELETE', `${path}?${encoded(ids.map((id) => ['ids', id]))}`);

  const findPage = (query: Values = {}) => read(base, { ...query, cursor: query.cursor ?? '' }) as Promise<CursorReply>;
  async function* pages(query: Values = {}) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const { items, next }: CursorReply = await findPage({ ...query, cursor });
      yield items;
      cursor = next;
    }
  }
  return {
    findMany: (query?: Values) => read(base, query),
    findAll: (query?: Values) => read(`${base}/get/all`, query),
    findPage,
    pages,
    rows: async function* rows(query?: Values) {
      for await (const items of pages(query)) yield* items;
    },
    counts: (query?: Values) => read(`${base}/get/counts`, query),
    findOne: async (id: string, query?: Values) => read(base + pathTo(id), query),
    create: (values: Values, { idempotencyKey }: { idempotencyKey?: string } = {}) =>
      write('POST', '', values, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    createMany: (bulk: readonly Values[]) => write('POST', '/bulk', { bulk }),
    update: async (id: string, patch: Values, { ifVersion }: { ifVersion?: number } = {}) =>
      write('PUT', pathTo(id), patch, ifVersion === undefined ? {} : { 'if-match': String(ifVersion) }),
    updateMany: (bulk: readonly Values[]) => write('PUT', '/bulk', { bulk }),
    delete: async (id: string) => write('DELETE', pathTo(id)),
    deleteMany: (ids: readonly string[]) => removeMany('/delete/bulk', ids),
    reorder: (ids: readonly string[]) => write('PUT', '/reorder', { ids }),
    deleteFromTrash: async (id: string) => write('DELETE', `${pathTo(id)}/trash`),
    deleteFromTrashMany: (ids: readonly string[]) => removeMany('/trash/bulk', ids),
    restore: async (id: string) => write('PUT', `${pathTo(id)}/restore`),
    restoreMany: (ids: readonly string[]) => write('PUT', '/restore/bulk', { ids }),
  };
}

/** By strings: the `URLSearchParams` of React Native takes no list of pairs. */
const encoded = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

type CursorReply = { items: unknown[]; next: string | null };

/** An empty id would name the collection, and `..` another path. */
function pathTo(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is no id`);
  return `/${encodeURIComponent(id)}`;
}
