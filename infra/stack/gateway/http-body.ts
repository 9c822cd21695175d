// Builds the definition and the throttles of an HTTP API: OpenAPI 3.0.1 with routes and one integration for each function.
import { paramNames } from '../../../lib/contract/operation.ts';
import type { FunctionName } from '../../functions.ts';
import { httpRoutes, type Served } from '../../routes.ts';
import type { Class, Rates } from '../../settings/rates.ts';
import type { MAINTENANCE } from '../lambda.ts';
import { FALLBACK, parametersOf } from './rest-body.ts';

type Invoked = FunctionName | typeof MAINTENANCE;

/** `responder`: in maintenance, the function that all routes lead to. They stay, and their throttles with them. */
export function httpBody(
  title: string,
  served: readonly Served[],
  integrationUri: (name: Invoked) => string,
  { isClosed, responder }: { isClosed: boolean; responder?: typeof MAINTENANCE | undefined },
): Record<string, unknown> {
  const names = responder ? [responder] : served.map(({ name }) => name);
  const integrate = (name: FunctionName): Record<string, unknown> => ({
    responses: { default: { description: 'What the function responds' } },
    'x-amazon-apigateway-integration': {
      $ref: `#/components/x-amazon-apigateway-integrations/${responder ?? name}`,
    },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, name } of httpRoutes(served)) {
    const parameters = paramNames(path).length ? { parameters: parametersOf(path) } : {};
    paths[path] = { ...paths[path], [keyOf(method)]: { ...parameters, ...integrate(name) } };
  }
  paths['/$default'] = { [keyOf('ANY')]: { isDefaultRoute: true, ...integrate(FALLBACK) } };
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    servers: [{ url: '/', 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: isClosed } }],
    paths,
    components: {
      'x-amazon-apigateway-integrations': Object.fromEntries(
        names.map((name) => [
          name,
          {
            type: 'aws_proxy',
            httpMethod: 'POST', // Lambda's own API; the client's method is in the event
            payloadFormatVersion: '1.0', // the event of a REST API
            uri: integrationUri(name),
          },
        ]),
      ),
    },
  };
}

const keyOf = (method: string): string => (method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase());

/**
 * The routes with a throttle of their own: those that check a credential or send a message, and that no release removes. API
 * Gateway refuses a stage whose settings name a route that the API does not have (`Unable to find Route by key`), and a
 * deployment changes the API before the stage, so a release or a rollback with such a setting could not be deployed.
 */
const PERMANENT: readonly string[] = [
  'ANY /auth/signup',
  'ANY /auth/login',
  'ANY /auth/refresh-token',
  'ANY /auth/switch-tenant',
  'ANY /auth/change-password',
  'ANY /auth/forgot-password',
  'ANY /auth/verify-forgot-password-otp',
  'ANY /auth/reset-password',
  'ANY /auth/passwordless/send',
  'ANY /auth/send-email-verification',
  'ANY /auth/verify-email',
  'ANY /auth/send-phone-verification',
  'ANY /auth/verify-phone',
  'ANY /auth/invite',
  'ANY /auth/mfa/challenge',
  'ANY /auth/mfa/verify',
  'ANY /auth/mfa/verify-recovery-code',
  'ANY /auth/mfa/verify-totp-setup',
  'ANY /auth/mfa/reset-totp',
  'ANY /auth/sso/{provider}',
  'ANY /auth/callback/{provider}',
  'ANY /oauth2/token',
  'ANY /auth/admin/signup',
  'ANY /auth/admin/login',
  'ANY /auth/admin/reset-password',
];

/** Returns the throttles of the permanent routes. All other routes have the default of the stage, which is that of reads. */
export const routeSettings = (served: readonly Served[], rates: Rates): Record<string, unknown> =>
  Object.fromEntries(
    httpRoutes(served)
      .filter(({ method, path }) => PERMANENT.includes(`${method} ${path}`))
      .map(({ method, path, rate }) => [`${method} ${path}`, throttle(rates[rate])]),
  );

export const throttle = ({ rate, burst }: Rates[Class]) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});
