// Reads the API of a template: a REST API or an HTTP API.
import { UserError } from '../../../user-error.ts';
import type * as is from './properties.ts';

export type Api = {
  kind: 'rest' | 'http';
  id: string;
  stage: string;
  /** What precedes the paths at its own address. */
  prefix: string;
  body: is.ApiBody;
  /** Whether its own address is disabled. */
  isClosed: boolean;
  /** Those of an HTTP API have its routes, with the method `ANY`. */
  throttles: is.MethodSetting[];
};

type All = <P>(type: string) => [id: string, properties: P][];

/** Returns the one API. Throws `UserError`. `ref` is its id by the name in the template. */
export function readApi(all: All, ref: (id: string) => string): Api {
  const rest = all<is.ApiProperties>('AWS::ApiGateway::RestApi');
  const http = all<is.HttpApiProperties>('AWS::ApiGatewayV2::Api');
  if (rest.length + http.length !== 1)
    throw new UserError(`the template has ${rest.length + http.length} APIs, not one`);
  const [[restId, restApi] = []] = rest;
  if (restId !== undefined && restApi) {
    const stage = one(all<is.StageProperties>('AWS::ApiGateway::Stage'));
    return {
      kind: 'rest',
      id: ref(restId),
      stage: stage.StageName,
      prefix: `/${stage.StageName}`,
      body: restApi.Body,
      isClosed: restApi.DisableExecuteApiEndpoint === true,
      throttles: stage.MethodSettings ?? [],
    };
  }
  const [httpId, httpApi] = http[0] as [string, is.HttpApiProperties];
  const stage = one(all<is.HttpStageProperties>('AWS::ApiGatewayV2::Stage'));
  return {
    kind: 'http',
    id: ref(httpId),
    stage: stage.StageName,
    prefix: stage.StageName === '$default' ? '' : `/${stage.StageName}`,
    body: withIntegrations(httpApi.Body),
    isClosed: httpApi.DisableExecuteApiEndpoint === true,
    throttles: throttlesOf(stage, httpApi.Body),
  };
}

function one<P>(found: [id: string, properties: P][]): P {
  if (found.length !== 1) throw new UserError(`the API has ${found.length} stages, not one`);
  return (found[0] as [string, P])[1];
}

const COMPONENT = '#/components/x-amazon-apigateway-integrations/';

function withIntegrations({ paths, components }: is.HttpApiProperties['Body']): is.ApiBody {
  const named = components['x-amazon-apigateway-integrations'];
  const resolved = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(
        ([
          method,
          {
            'x-amazon-apigateway-integration': { $ref },
            ...rest
          },
        ]) => {
          const integration = named[$ref.replace(COMPONENT, '')];
          if (!integration)
            throw new UserError(`${method} ${path} names the integration ${$ref}, which does not exist`);
          return [method, { ...rest, 'x-amazon-apigateway-integration': integration }];
        },
      ),
    ),
  ]);
  return { paths: Object.fromEntries(resolved) };
}

/** Throws for a route that the API does not have, as API Gateway does. */
function throttlesOf(
  { DefaultRouteSettings: other, RouteSettings = {} }: is.HttpStageProperties,
  { paths }: is.HttpApiProperties['Body'],
): is.MethodSetting[] {
  const own = Object.entries(RouteSettings).map(([route, setting]) => {
    const [method = '', path = ''] = route.split(' ');
    const key = method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase();
    if (!paths[path]?.[key]) throw new UserError(`the stage has settings of ${route}, which is no route`);
    return { HttpMethod: method, ResourcePath: `/${path.replaceAll('/', '~1')}`, ...setting };
  });
  return [...own, ...(other ? [{ HttpMethod: '*', ResourcePath: '/*', ...other }] : [])];
}
