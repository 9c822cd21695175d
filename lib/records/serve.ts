// Serves the resources of a deployment: makes a Lambda handler of their declarations.
import { fail } from '../contract/errors.ts';
import type { Operation, Route } from '../contract/operation.ts';
import { repeatable } from '../domain/repeats.ts';
import type { Actor, KeyActor } from '../domain/sessions/caller.ts';
import type { AuthenticateKey } from '../http/binding.ts';
import { type Request, sentWith } from '../http/request.ts';
import { serve } from '../http/serve.ts';
import { idsOf } from './actions/bulk.ts';
import * as changes from './actions/change.ts';
import { type ActionContext, admit, type NewValues } from './actions/context.ts';
import * as creations from './actions/create.ts';
import * as reads from './actions/reads.ts';
import { deletion, FROM_TRASH, RESTORE, remove, removeMany } from './actions/remove.ts';
import type { Action, Messages } from './declare/actions.ts';
import { groupOf, routeOf } from './declare/group.ts';
import type { Registry } from './declare/resource.ts';
import type { Raw } from './query/parse/parse.ts';

/** A request of an action. Parameters and body have the form that the contract says. */
type Call = { actor: Actor | KeyActor; params: { id: string }; query: Raw; body: unknown; request: Request };
type Row = (context: ActionContext, call: Call) => Promise<unknown>;

type Bulk<T> = { bulk: T[] };
type Ids = { ids: string[] };

const succeed = (context: ActionContext, message: Parameters<ActionContext['message']>[0]) => ({
  success: true,
  message: context.message(message),
});

const removal =
  (which: (context: ActionContext) => typeof RESTORE, message: 'deleted' | 'restored'): Row =>
  async (context, { params }) => {
    await remove(context, which(context), params.id);
    return succeed(context, message);
  };

const bulkDeletion =
  (which: (context: ActionContext) => typeof RESTORE): Row =>
  async (context, { query }) => {
    const ids = idsOf(query);
    if (!ids.length) return succeed(context, 'noItemsToDelete');
    await removeMany(context, which(context), ids);
    return succeed(context, 'deleted');
  };

const ROWS: Readonly<Record<Action, Row>> = {
  findMany: (context, { query }) => reads.findMany(context, query),
  findAll: (context, { query }) => reads.findAll(context, query),
  counts: (context, { query }) => reads.counts(context, query),
  findOne: (context, { params, query }) => reads.findOne(context, params.id, query),
  create: (context, { body, request }) =>
    repeatable(sentWith(request), { tenant: context.caller.tenantId, caller: context.caller.userId }, (keep) =>
      creations.create(context, body as NewValues, keep),
    ),
  createMany: (context, { body }) => creations.createMany(context, (body as Bulk<NewValues>).bulk),
  update: (context, { params, body, request }) =>
    changes.update(context, params.id, body as NewValues, versionIn(request)),
  updateMany: (context, { body }) => changes.updateMany(context, (body as Bulk<NewValues & { id: string }>).bulk),
  delete: removal(deletion, 'deleted'),
  deleteMany: bulkDeletion(deletion),
  reorder: async (context, { body }) => {
    await changes.reorder(context, (body as Ids).ids);
    return succeed(context, 'reordered');
  },
  deleteFromTrash: removal(() => FROM_TRASH, 'deleted'),
  deleteFromTrashMany: bulkDeletion(() => FROM_TRASH),
  restore: removal(() => RESTORE, 'restored'),
  restoreMany: async (context, { body }) => {
    await removeMany(context, RESTORE, (body as Ids).ids);
    return succeed(context, 'restored');
  },
};

/** The version that the caller's change is meant for; `undefined` for any. Throws INVALID_INPUT. */
function versionIn({ headers }: Request): number | undefined {
  const sent = headers.get('if-match');
  if (!sent) return undefined;
  const version = /^(?:"([1-9][0-9]{0,14})"|([1-9][0-9]{0,14}))$/.exec(sent[0] ?? '');
  if (!version || sent.length > 1) return fail('INVALID_INPUT', { message: 'If-Match: must be a version.' });
  return Number(version[1] ?? version[2]);
}

/** `messages` replace texts of replies; those that are absent stay English. A resource may replace them again. Without `authenticateKey`,
 * API keys are refused. */
export type ServeOptions = { messages?: Messages; authenticateKey?: AuthenticateKey };

/** Returns the Lambda handler of all routes of the resources. Rights are checked before anything else is read. */
export function serveResources(all: Registry, { messages = {}, authenticateKey }: ServeOptions = {}) {
  const group = groupOf(all);
  const rows = Object.values(all).flatMap((resource) =>
    resource.routes.map((action) => {
      const run = async (call: Call) =>
        ROWS[action](await admit(call.actor, action, { resource, all, messages }), call);
      return [routeOf(resource, action), run];
    }),
  );
  // The group and its rows are made of the same list, which the compiler cannot see.
  return serve(group as Record<Route, Operation & { access: 'user' }>, Object.fromEntries(rows), {
    ...(authenticateKey && { authenticateKey }),
  });
}
