// Warms up a function in this process, and tells what came of it.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { type FunctionName, rowOf } from '../../infra/functions.ts';
import { EVERYTHING, servedBy } from '../../infra/routes.ts';
import type { Operation, Route } from '../../lib/contract/operation.ts';
import type { Response } from '../../lib/http/response.ts';
import { warmUp } from '../../lib/http/warm-up.ts';
import { countCalls } from './calls.ts';
import { type Line, logged } from './logs.ts';

export type Warmed = {
  access: Operation['access'];
  /** The code of the error with which the operation refused a caller who does not exist; `undefined` without one. */
  code: string | undefined;
  status: number;
  /** Calls of the table and of Secrets Manager, by name. */
  calls: Record<string, number>;
  lines: Line[];
};

/**
 * Runs the warm-up that the row of the function names, through the handler of its file. Waits for the end of the pass, which
 * takes longer than a function waits where many processes run.
 */
export async function warmed(name: FunctionName): Promise<Warmed> {
  const { handler } = (await import(`../../functions/${name}.ts`)) as {
    handler: (event: APIGatewayProxyEvent, context: Context) => Promise<Response>;
  };
  const operations = Object.entries<Operation>(servedBy(EVERYTHING).find((each) => each.name === name)?.group ?? {});
  const which = rowOf(name).warmUp ?? '';
  const [route, operation] = operations.find(([each]) => each === which || each.startsWith(`${which} `)) ?? [];
  if (!route || !operation) throw new Error(`${name} does not serve ${which}`);
  const passed = Promise.withResolvers<Response>();
  let calls: Warmed['calls'] = {};
  const watched = (event: APIGatewayProxyEvent, context: Context) => {
    passed.resolve(handler(event, context));
    return passed.promise;
  };
  const lines = await logged(async () => {
    calls = await countCalls(async () => {
      await warmUp(watched, route as Route, operation);
      await passed.promise;
    });
  });
  const { statusCode: status, body } = await passed.promise;
  return { access: operation.access, status, code: JSON.parse(body).code, calls, lines };
}
