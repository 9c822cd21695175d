// Decides what clients reach at which host: the stage below API Gateway's own address, the API at the custom domain, or
// the API behind a proxy of the operator's (`baseUrl`). The rehearsal's own address takes the place of the base URL.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { REGION } from '../local/aws/account.ts';
import type { Handler } from '../local/gateway/gateway.ts';
import { targetOf } from './assembly/intrinsics.ts';
import type { Stack } from './assembly/template.ts';
import type { Findings } from './findings.ts';

export type Entry = {
  /** What precedes the paths of operations at the base URL: empty or `/` and a name. */
  prefix: string;
  /** Whether clients come through a custom domain. */
  isDomain: boolean;
};

const hostOf = ({ api }: Pick<Stack, 'api'>): string => `${api.id}.execute-api.${REGION}.amazonaws.com`;

/** Returns the entry that the functions' base URL names. Reports an entry that does not lead to the API. */
export function entryOf(stack: Pick<Stack, 'api' | 'domains' | 'front' | 'functions'>, findings: Findings): Entry {
  const { api, domains, front, functions } = stack;
  const own = `https://${hostOf(stack)}${api.prefix}`;
  const [url = own, ...more] = new Set(functions.flatMap(({ environment }) => environment.GATEHOUSE_BASE_URL ?? []));
  if (more.length) findings.add('wiring', 'GATEHOUSE_BASE_URL', `differs: ${[url, ...more].join(', ')}`);
  const domain = domains.find(({ name }) => new URL(url).host === name);
  if (api.isClosed && !domain)
    findings.add('wiring', api.id, 'has neither its own address nor the domain of the base URL');
  if (domain && (domain.api !== api.id || domain.stage !== api.stage))
    findings.add('wiring', domain.name, `is mapped to ${domain.api}/${domain.stage}, not to the API`);
  if (front && front.origin !== targetOf(domain?.name ?? ''))
    findings.add('wiring', 'CloudFront', `leads to ${front.origin}, not to the domain of the base URL`);
  const prefix = domain ? domain.basePath : new URL(url).pathname.replace(/\/$/, '');
  if (url !== own && new URL(url).pathname.replace(/\/$/, '') !== prefix)
    findings.add('wiring', 'GATEHOUSE_BASE_URL', `is ${url}, but the domain has the base path ${prefix || '/'}`);
  return { prefix, isDomain: domain !== undefined };
}

/** Passes on what arrives at the base URL, and at the API's own address if that is open. `path` has no prefix. */
export function behindEntry(stack: Pick<Stack, 'api'>, { prefix, isDomain }: Entry, handle: Handler): Handler {
  const stage = stack.api.prefix;
  const withPath = (event: APIGatewayProxyEvent, path: string, shown: string): APIGatewayProxyEvent => ({
    ...event,
    path,
    requestContext: { ...event.requestContext, path: shown },
  });
  return async (event, context) => {
    const sent = `${prefix}${event.path}`;
    const host = Object.entries(event.headers).find(([name]) => name.toLowerCase() === 'host')?.[1];
    // Behind a proxy, API Gateway sees the path that the proxy sends: with the stage.
    if (host !== hostOf(stack))
      return handle(withPath(event, event.path, isDomain ? sent : `${stage}${event.path}`), context);
    const isInStage = sent === stage || sent.startsWith(`${stage}/`);
    if (stack.api.isClosed || !isInStage) return FORBIDDEN;
    return handle(withPath(event, sent.slice(stage.length) || '/', sent), context);
  };
}

/** API Gateway's own, without the API's gateway responses: the request belongs to no API (developer guide). */
const FORBIDDEN = {
  statusCode: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ForbiddenException' },
  multiValueHeaders: {},
  body: '{"message":"Forbidden"}',
};
