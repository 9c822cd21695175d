// Makes the group of operations that the contract's machinery serves: router, gateway, documents.
import * as z from 'zod/mini';
import type { ErrorCode } from '../contract/errors.ts';
import type { Group, Operation, Route } from '../contract/operation.ts';
import { type Action, ROUTES } from './declare/actions.ts';
import type { Registry } from './declare/types.ts';

const QUERY: readonly ErrorCode[] = [
  'CRUD_INVALID_JSON',
  'CRUD_INVALID_FIELD',
  'CRUD_INVALID_OPERATOR',
  'CRUD_INVALID_OPERAND',
  'CRUD_QUERY_TOO_COMPLEX',
  'INVALID_INPUT',
];
const ERRORS: Partial<Record<Action, readonly ErrorCode[]>> = {
  findMany: [...QUERY, 'CRUD_PAGE_TOO_LARGE', 'CRUD_QUERY_TOO_BROAD', 'CURSOR_INVALID'],
  findAll: [...QUERY, 'CRUD_PAGE_TOO_LARGE', 'CRUD_QUERY_TOO_BROAD'],
};

export function groupOf(all: Registry): Group {
  const entries = Object.values(all).flatMap((resource) =>
    resource.routes.map((action): [Route, Operation] => {
      const { method, path, right } = ROUTES[action];
      return [
        `${method} /${resource.name}${path}`,
        {
          name: `${resource.name}.${action}`,
          summary: `${action} ${resource.name}`,
          access: 'user',
          rate: right === 'read' ? 'read' : 'write',
          ...(method === 'POST' || (method === 'PUT' && !path.endsWith('}/restore'))
            ? { body: z.looseObject({}) }
            : {}),
          reply: z.unknown(),
          status: method === 'POST' ? 201 : 200,
          errors: ['MISSING_REQUIRED_PERMISSIONS', ...(ERRORS[action] ?? [])],
          extension: true,
        } as Operation,
      ];
    }),
  );
  return Object.fromEntries(entries);
}

/** The paths that also take POST: with the header X-HTTP-Method-Override: GET it is a read. */
export const overridable = (group: Group): string[] =>
  Object.entries(group).flatMap(([route, { rate }]) =>
    route.startsWith('GET ') && rate === 'read' ? [route.slice(4)] : [],
  );
