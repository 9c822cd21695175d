// Checks the client against the contract: its routes, and the types of the package against those that the contract implies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { clientSources, outdated } from '../../../infra/tools/docs/docs.ts';
import { written } from '../../../infra/tools/packing/written.ts';
import { groups } from '../../../lib/contract/index.ts';
import type { Operation } from '../../../lib/contract/operation.ts';
import { createClient } from '../../../lib/packages/client/index.ts';
import { compileBlocks } from '../../support/compile-blocks.ts';

const CLIENT = join(import.meta.dirname, '../../../lib/packages/client');

/** Applications call the OpenID provider with an OAuth library. */
const { oauth: _, ...callable } = groups;

/** Compares the types of two functions, or of two shapes, at every depth. No input is an object without fields. */
const COMPARISON = `
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Bare<T> = T extends Record<string, never> ? unknown : NonNullable<T>;
type Parts<T> = T extends (...sent: infer In) => Promise<infer Out> ? [Plain<Bare<In[0 & keyof In]>>, Plain<Out>] : Plain<T>;
type Same<A, B> = (<T>() => T extends Parts<A> ? 1 : 2) extends <T>() => T extends Parts<B> ? 1 : 2 ? true : false;
type Different<A, B> = { [K in keyof A | keyof B]: K extends keyof A & keyof B ? Same<A[K], B[K]> extends true ? never : K : K }[keyof A | keyof B];
`;

test('the types that the package has are those that the contract implies', async () => {
  const source = 'lib/packages/client/types.ts';
  const names = [...readFileSync(join(CLIENT, 'types.ts'), 'utf8').matchAll(/^export (type|interface) (\w+)/gm)];
  expect(names.length).toBeGreaterThan(40);
  const pairs = names.map(([, kind, name]) =>
    kind === 'type'
      ? `export const ${name}: Same<Implied.${name}, Written.${name}> = true;`
      : `export const ${name} = [] satisfies never[] as Different<Implied.${name}, Written.${name}>[] satisfies never[];`,
  );
  const block = [
    `import type * as Implied from '${join(CLIENT, 'types.ts')}';`,
    `import type * as Written from './written.ts';`,
    COMPARISON,
    'export const ErrorCode: Same<Implied.ErrorCode, Written.ErrorCode> = true;',
    ...pairs,
  ].join('\n');
  const text = written().get(source)?.replace('./call-options.ts', join(CLIENT, 'call-options.ts')) ?? '';
  expect(await compileBlocks([block], { 'written.ts': text })).toBe('');
});

test('the client sends each operation to the route of the contract', async () => {
  const seen: string[] = [];
  const client = createClient({
    baseUrl: '',
    fetch: async (url, init) => {
      seen.push(`${init?.method} ${url}`);
      return Response.json({});
    },
  });
  for (const [group, rows] of Object.entries(callable))
    for (const [route, { name, browser, access }] of Object.entries<Operation>(rows)) {
      // A page shows a picture by its address.
      // Programs call these without a session.
      // A browser binds its sessions by itself.
      if (browser?.cookies === 'bind-device') continue;
      if (browser?.media || access === 'client' || access === 'key') continue;
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
    [
      ...Object.keys(callable),
      'accessToken',
      'baseUrl',
      'delivery',
      'fetch',
      'request',
      'resume',
      'subscribe',
      'tokens',
    ].sort(),
  );
});

test('the routes of the client are those of the contract', () => {
  expect(outdated(CLIENT, clientSources())).toEqual([]);
});
