// Builds the API definition that API Gateway imports: OpenAPI 3.0.1 with only paths and integrations. Functions
// validate requests; docs/openapi.json is the document for people and tools.
import { type GroupName, groupNames, groups } from '../../lib/contract/index.ts';
import { methodOf, paramNames, pathOf } from '../../lib/contract/operation.ts';
import { gatewayResponses, maintenanceResponses } from './gateway-responses.ts';
import { respondUnavailable } from './maintenance.ts';

/** Serves every path that no operation declares: its router responds 404. */
const FALLBACK: GroupName = 'discovery';
const ANY = 'x-amazon-apigateway-any-method';

/** `integrationUri` is the invocation URI of a group's function. In maintenance no method leads to one. */
export function gatewayBody(
  title: string,
  integrationUri: (group: GroupName) => string,
  isMaintenance = false,
): Record<string, unknown> {
  const integrate = (path: string, group: GroupName): Record<string, unknown> => ({
    parameters: parametersOf(path),
    ...(isMaintenance ? respondUnavailable() : invoke(integrationUri(group))),
  });
  const owners = new Map<string, GroupName>();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const group of groupNames) {
    for (const route of Object.keys(groups[group])) {
      const path = pathOf(route);
      if ((owners.get(path) ?? group) !== group) throw new Error(`${path} belongs to two groups`);
      owners.set(path, group);
      const method = integrate(path, group);
      // The declared method carries the throttle; ANY lets our router respond 405 to the others.
      paths[path] = { ...paths[path], [methodOf(route).toLowerCase()]: method, [ANY]: method };
    }
  }
  for (const path of ['/', '/{proxy+}']) paths[path] ??= { [ANY]: integrate(path, FALLBACK) };
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    'x-amazon-apigateway-gateway-responses': isMaintenance ? maintenanceResponses() : gatewayResponses(),
  };
}

const parametersOf = (path: string) =>
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
    passthroughBehavior: 'when_no_match',
  },
});
