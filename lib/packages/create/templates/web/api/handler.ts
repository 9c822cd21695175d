import type { Claims, Verifier } from '@gatehouse-auth/server';
import { withAuth } from '@gatehouse-auth/server/lambda';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type Route, routes } from './routes.ts';

type Reply = APIGatewayProxyStructuredResultV2;
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Reply>;

const json = (statusCode: number, body: unknown): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What each route does. `claims` are those of a verified token: put its tenant into every query of your database. */
const actions: Record<Route, (claims: Claims) => Promise<Reply>> = {
  'GET /api/hello': async ({ userId, tenantId, roles }) => json(200, { userId, tenantId, roles }),
  'GET /api/reports': async ({ tenantId }) => json(200, { tenantId, reports: ['Revenue', 'Churn'] }),
};

/** Returns the API as a Lambda function. `npm run dev` and the tests call it, too. */
export function createHandler(verifier: Verifier): Handler {
  const handlers = new Map<string, Handler>(
    Object.entries(routes).map(([route, rules]) => [
      route,
      withAuth(verifier, (_event: APIGatewayProxyEventV2, claims: Claims) => actions[route as Route](claims), rules),
    ]),
  );
  return async (event, context) =>
    (await handlers.get(event.routeKey)?.(event, context)) ?? json(404, { message: 'There is no such route.' });
}
