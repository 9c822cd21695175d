// Knows every operation of admins by its name in the client, such as `adminUsers.list`: its types, method and path.

import { type AdminClient, type CallOptions, createAdminClient } from '../../../packages/client/index.ts';
import { adminRoutes } from '../../../packages/client/routes.ts';
import { base } from '../../kit/base.ts';

/** The client. The session is in a cookie, which no script can read. */
export const api: AdminClient = createAdminClient({ baseUrl: base, delivery: 'cookie' });

type Groups = Pick<AdminClient, keyof AdminClient & `admin${string}`>;
/** `adminUsers.list` and so on. */
export type OperationName = { [G in keyof Groups]: `${G}.${keyof Groups[G] & string}` }[keyof Groups];
type FunctionOf<N extends OperationName> = N extends `${infer G}.${infer F}`
  ? G extends keyof Groups
    ? F extends keyof Groups[G]
      ? Groups[G][F]
      : never
    : never
  : never;
type Callable = (...parameters: never[]) => Promise<unknown>;
/** What an operation takes. */
export type InputOf<N extends OperationName> = NonNullable<Parameters<Extract<FunctionOf<N>, Callable>>[0]>;
/** What an operation returns. */
export type ReplyOf<N extends OperationName> = Awaited<ReturnType<Extract<FunctionOf<N>, Callable>>>;

type Method<N extends OperationName> = (input: InputOf<N>, options: CallOptions) => Promise<ReplyOf<N>>;
/** Returns the method of the client. */
export function methodOf<N extends OperationName>(operation: N): Method<N> {
  const [group, name] = operation.split('.') as [keyof Groups, never];
  return api[group][name];
}

/** An operation with its input: what a button or a form does. */
export type Call<N extends OperationName = OperationName> = { operation: N; input?: unknown };

const METHODS: Readonly<Record<string, string>> = { g: 'GET', d: 'DELETE', p: 'PATCH', u: 'PUT' };

/** Returns method and path template of an operation. Rows are as in lib/packages/client/client.ts. */
export function routeOf(operation: OperationName): { method: string; path: string } {
  const [group = '', name = ''] = operation.split('.');
  const [prefix = '', ...rows] = (adminRoutes as Readonly<Record<string, string>>)[group]?.split(' ') ?? [];
  const row = rows.map((each) => each.split(':')).find(([each]) => each === name);
  const [, flags = '', path = `/${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`] = row ?? [];
  return { method: METHODS[flags[0] ?? ''] ?? 'POST', path: prefix + path };
}

/** Returns every member of a union. One that is missing does not compile: what the service has, screens offer. */
export const every = <Member extends string>(members: Readonly<Record<Member, 0>>): Member[] =>
  Object.keys(members) as Member[];

export const groupOf = (operation: OperationName): string => operation.split('.')[0] as string;
