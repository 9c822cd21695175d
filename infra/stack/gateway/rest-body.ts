// Builds the API definition that API Gateway imports: OpenAPI 3.0.1 with only paths and integrations. Functions
// validate requests; docs/openapi.json is the document for people and tools.
import { paramNames } from '../../../lib/contract/operation.ts';
import type { FunctionName } from '../../functions.ts';
import { MIN_COMPRESSED, methodsOf, OTHER_PATHS, type Served } from '../../routes.ts';
import { gatewayResponses, maintenanceResponses } from './rest-responses.ts';

/** Serves every path that no operation declares: its router responds 404. */
export const FALLBACK: FunctionName = 'discovery';
const ANY = 'x-amazon-apigateway-any-method';

/** `integrationUri` is the invocation URI of a function. In maintenance the gateway's own refusals are 503, too. */
export function gatewayBody(
  title: string,
  served: readonly Served[],
  integrationUri: (name: FunctionName) => string,
  isMaintenance = false,
): Record<string, unknown> {
  const integrate = (path: string, name: FunctionName): Record<string, unknown> => ({
    ...(paramNames(path).length && { parameters: parametersOf(path) }),
    ...invoke(integrationUri(name)),
  });
  const owners = new Map<string, FunctionName>();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of served) {
    const { name } = each;
    for (const { path, method } of methodsOf(each)) {
      if ((owners.get(path) ?? name) !== name) throw new Error(`${path} belongs to two functions`);
      owners.set(path, name);
      const integrated = integrate(path, name);
      // The declared method carries the throttle; ANY lets our router respond 405 to the others.
      paths[path] = { ...paths[path], [method.toLowerCase()]: integrated, [ANY]: integrated };
    }
  }
  for (const path of OTHER_PATHS) paths[path] ??= { [ANY]: integrate(path, FALLBACK) };
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    'x-amazon-apigateway-minimum-compression-size': MIN_COMPRESSED,
    'x-amazon-apigateway-gateway-responses': isMaintenance ? maintenanceResponses() : gatewayResponses(),
  };
}

export const parametersOf = (path: string) =>
  paramNames(path).map((name) => ({
    name: name.replace('+', ''),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const invoke = (uri: string): Record<string, unknown> => ({
  responses: { default: { description: 'What the function responds' } },
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST', // Lambda's own API; the client's method is in the event
    uri,
  },
});
