// Refuses calls of the table that the role of the function would not allow, in every test that runs the functions in
// this process. An action or a partition that a row of infra/functions.ts forgets fails where it is used.
import { type FunctionName, rowOf } from '../../infra/functions.ts';
import { EVERYTHING, servedBy } from '../../infra/routes.ts';
import { like } from '../../infra/tools/rehearsal/iam/policy.ts';
import { type TableInput, type Use, usesOf } from '../../infra/tools/rehearsal/iam/requirements.ts';
import { current } from '../../lib/platform/request-context.ts';
import { db } from '../../lib/store/dynamo/client.ts';

const READS = ['GetItem', 'BatchGetItem', 'Query'];

/** Whether the function may call this action at all, of the table or of the index. */
export function mayCall(name: FunctionName, { action, index }: Use): boolean {
  const { table, indexes = [] } = rowOf(name);
  return index === undefined ? Object.hasOwn(table, action) : indexes.some((each) => each === index);
}

/** Whether the function may touch these partitions of the table with this action. */
export function mayTouch(name: FunctionName, { action, index, partitions, together = partitions }: Use): boolean {
  const { partitions: writable, readOnly = [] } = rowOf(name);
  if (writable === undefined || index !== undefined) return true;
  const patterns = READS.includes(action) ? [...writable, ...readOnly] : writable;
  return together.every((pk) => patterns.some((pattern) => like(pattern, pk)));
}

const served = servedBy(EVERYTHING);

/** The function whose request or batch is being processed; `undefined` for a call of the test itself. */
function caller(): FunctionName | undefined {
  const { operation, route = '' } = current()?.facts ?? {};
  const worker = (['change-feed', 'mailer', 'backchannel-logout', 'watch'] as const).find((each) => each === operation);
  if (worker) return worker;
  return served.find(({ group, protocol }) => Object.hasOwn(group, route) || route === `ANY ${protocol}`)?.name;
}

/** Makes the client of this process check each call. */
export function guardPartitions(): void {
  db().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const name = caller();
        if (name) requireAllowed(name, commandName.replace(/Command$/, ''), args.input as TableInput);
        return next(args);
      },
    { step: 'build', name: 'partitions', override: true },
  );
  // The steps of commands that were called before are put together again.
  db().destroy();
}

function requireAllowed(name: FunctionName, operation: string, input: TableInput): void {
  const refused = usesOf(operation, input).find((use) => !mayCall(name, use) || !mayTouch(name, use));
  if (!refused) return;
  const { action, partitions, together = partitions } = refused;
  throw new Error(`the role of ${name} does not allow ${action} on ${together.join(', ')}`);
}
