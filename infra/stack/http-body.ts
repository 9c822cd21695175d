// Builds the definition and the throttles of an HTTP API: OpenAPI 3.0.1 with routes and one integration for each function.
import { paramNames } from '../../lib/contract/operation.ts';
import type { FunctionName } from '../functions.ts';
import { methodsOf, type Served, type ServedMethod } from '../served.ts';
import type { Class, Rates } from '../settings/rates.ts';
import { FALLBACK, parametersOf } from './gateway-body.ts';
import type { MAINTENANCE } from './lambda.ts';

/** `ANY` is every method of the path without a route of its own. */
export type HttpRoute = Readonly<{ method: string; path: string; rate: Class; name: FunctionName }>;

/**
 * Returns the routes. A path whose operations have one throttle has one route, because AWS grants an API 300 of them. On
 * other paths, `ANY` has the throttle of reads, and each method with another one has its own route.
 */
export function httpRoutes(served: readonly Served[]): HttpRoute[] {
  const paths = new Map<string, { name: FunctionName; methods: ServedMethod[] }>();
  for (const each of served) {
    const { name } = each;
    for (const method of methodsOf(each)) {
      const found = paths.get(method.path) ?? { name, methods: [] };
      if (found.name !== name) throw new Error(`${method.path} belongs to two functions`);
      // An operation by POST comes before one that is read as a GET there, whose throttle is that of reads.
      if (!found.methods.some((other) => other.method === method.method)) found.methods.push(method);
      paths.set(method.path, found);
    }
  }
  return [...paths].flatMap(([path, { name, methods }]): HttpRoute[] => {
    const [first, ...others] = methods as [ServedMethod, ...ServedMethod[]];
    const isOne = others.every(({ rate }) => rate === first.rate);
    const any = isOne ? first.rate : 'read';
    return [
      { method: 'ANY', path, rate: any, name },
      ...methods.filter(({ rate }) => rate !== any).map(({ method, rate }) => ({ method, path, rate, name })),
    ];
  });
}

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

/** Returns the throttles of a stage that differ from its default, which is that of reads. */
export const routeSettings = (served: readonly Served[], rates: Rates): Record<string, unknown> =>
  Object.fromEntries(
    httpRoutes(served)
      .filter(({ rate }) => rate !== 'read')
      .map(({ method, path, rate }) => [`${method} ${path}`, throttle(rates[rate])]),
  );

export const throttle = ({ rate, burst }: Rates[Class]) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});
