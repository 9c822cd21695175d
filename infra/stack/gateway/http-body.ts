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
  '/auth/signup',
  '/auth/login',
  '/auth/refresh-token',
  '/auth/switch-tenant',
  '/auth/change-password',
  '/auth/forgot-password',
  '/auth/verify-forgot-password-otp',
  '/auth/reset-password',
  '/auth/passwordless/send',
  '/auth/send-email-verification',
  '/auth/verify-email',
  '/auth/send-phone-verification',
  '/auth/verify-phone',
  '/auth/invite',
  '/auth/mfa/challenge',
  '/auth/mfa/verify',
  '/auth/mfa/verify-recovery-code',
  '/auth/mfa/verify-totp-setup',
  '/auth/mfa/reset-totp',
  '/auth/sso/{provider}',
  '/auth/callback/{provider}',
  '/oauth2/token',
  '/auth/admin/signup',
  '/auth/admin/login',
  '/auth/admin/reset-password',
];

/** Returns the throttles of the permanent routes. All other routes have the default of the stage, which is that of reads. */
export const routeSettings = (served: readonly Served[], rates: Rates): Record<string, unknown> =>
  Object.fromEntries(
    httpRoutes(served)
      .filter(({ method, path }) => method === 'ANY' && PERMANENT.includes(path))
      .map(({ path, rate }) => [`ANY ${path}`, throttle(rates[rate])]),
  );

export const throttle = ({ rate, burst }: Rates[Class]) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});
