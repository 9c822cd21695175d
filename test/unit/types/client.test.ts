// The compiler compares the generated types of the client with those that the contract implies. `npm run check` compiles
// this file. A route that the table lacks, or one too many, fails the tests.
import { expect, test } from '@jest/globals';
import { clientSources, outdated } from '../../../infra/tools/docs/docs.ts';
import type { ErrorCode } from '../../../lib/contract/errors.ts';
import { groups } from '../../../lib/contract/index.ts';
import type { Operation, ParamNames, Parsed, Sent } from '../../../lib/contract/operation.ts';
import type { ErrorCode as GeneratedCode } from '../../../lib/packages/client/generated/types.ts';
import { type Client, createClient } from '../../../lib/packages/client/index.ts';

/** Applications call the OpenID provider with an OAuth library. */
type Callable = Omit<typeof groups, 'oauth'>;

type Known<T> = T extends undefined ? unknown : T;
type Input<R extends string, O extends Operation> = Known<Sent<O['body']>> &
  Known<Sent<O['query']>> &
  Record<ParamNames<R>, string>;
/** Shows names and intersections as plain objects, at every depth. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/** What the contract says about the operation `Name` of a group. */
type Implied<G, Name> = {
  [R in keyof G & string as G[R] extends { name: Name } ? 'is' : never]: G[R] extends Operation
    ? [input: Input<R, G[R]>, reply: Parsed<G[R]['reply']>]
    : never;
} extends { is: infer Is extends [unknown, unknown] }
  ? Is
  : never;
type Generated<F> = F extends (...sent: infer Inputs) => Promise<infer Reply>
  ? [input: Inputs[0 & keyof Inputs], reply: Reply]
  : never;
/** No input is an object without fields. */
type InputOf<T> = T extends Record<string, never> ? unknown : NonNullable<T>;

/** Without pictures: a page shows them by their address. */
type Names<G> = {
  [R in keyof G]: G[R] extends { media: string } ? never : G[R] extends { name: infer Name } ? Name : never;
}[keyof G];
/** The operations whose generated types differ. */
type Different = {
  [Group in keyof Callable]: {
    [Name in Names<Callable[Group]> & string]: Name extends keyof Client[Group]
      ? [
          Same<InputOf<Generated<Client[Group][Name]>[0]>, InputOf<Implied<Callable[Group], Name>[0]>>,
          Same<Generated<Client[Group][Name]>[1], Implied<Callable[Group], Name>[1]>,
        ] extends [true, true]
        ? never
        : `${Group}.${Name}`
      : `${Group}.${Name} is missing`;
  }[Names<Callable[Group]> & string];
}[keyof Callable];

test('the generated types of operations are those that the contract implies', () => {
  const different: Different[] = [];
  const isComplete: [Different] extends [never] ? true : Different = true;
  const isSameCode: Same<GeneratedCode, ErrorCode> = true;
  expect([different, isComplete, isSameCode]).toEqual([[], true, true]);
});

test('the client sends each operation to the route of the contract', async () => {
  const seen: string[] = [];
  const { oauth: _, ...callable } = groups;
  const client = createClient({
    baseUrl: '',
    fetch: async (url, init) => {
      seen.push(`${init?.method} ${url}`);
      return Response.json({});
    },
  });
  for (const [group, rows] of Object.entries(callable))
    for (const [route, { name, media }] of Object.entries<Operation>(rows)) {
      // A page shows a picture by its address.
      if (media) continue;
      const sent = Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, each]) => [each, `:${each}`]));
      const { location } = (await Reflect.get(Reflect.get(client, group), name)(sent)) as { location?: string };
      const called = location === undefined ? seen.at(-1) : `${route.split(' ')[0]} ${location}`;
      expect(
        decodeURIComponent(called as string)
          .replace(/:(\w+)/g, '{$1}')
          .split('?')[0],
      ).toBe(route);
    }
  expect(Object.keys(client).sort()).toEqual(
    [...Object.keys(callable), 'accessToken', 'delivery', 'fetch', 'request', 'resume', 'subscribe', 'tokens'].sort(),
  );
});

test('the sources of the client are those that the contract generates', () => {
  expect(outdated(`${import.meta.dirname}/../../../lib/packages/client/generated`, clientSources())).toEqual([]);
});
