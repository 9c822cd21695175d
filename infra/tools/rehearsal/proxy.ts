// Acts as the operator's own proxy where the functions trust one: it proves itself, and says for whom it asks.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { PROXY_HEADER, VIEWER_HEADER } from '../../../lib/http/headers.ts';
import type { Handler } from '../local/gateway/gateway.ts';
import type { Stack } from './assembly/template.ts';
import { nameOfSecret } from './secrets.ts';

/** The address of a further proxy in front of the operator's own. */
const BEFORE = '192.0.2.1';

/**
 * Returns what the proxy sends to prove itself: the value of the secret, or what CloudFormation puts into the distribution for
 * `{{resolve:secretsmanager:ARN:SecretString:NAME::}}`.
 */
export function proxySecretOf(stack: Stack, values: Readonly<Record<string, string>>): string {
  if (!stack.front) return values[nameOfSecret(stack, 'GATEHOUSE_PROXY_SECRET')] ?? '';
  const text = stack.front.headers[PROXY_HEADER] ?? '';
  const [, arn = '', name = ''] = /^\{\{resolve:secretsmanager:(.+):SecretString:([^:]*)::\}\}$/.exec(text) ?? [];
  return JSON.parse(values[arn] ?? '{}')[name] ?? '';
}

/** `secret` is what the deployment generated for the proxy. Without a trusted proxy, events pass as they are. */
export function behindProxy({ functions }: Pick<Stack, 'functions'>, secret: string, handle: Handler): Handler {
  const position = functions.map(({ environment }) => environment.GATEHOUSE_TRUSTED_PROXY).find(Boolean);
  if (position === undefined) return handle;
  if (position === 'cloudfront')
    return (event, context) => {
      const { sourceIp } = event.requestContext.identity;
      const sent = { [PROXY_HEADER]: secret, [VIEWER_HEADER]: `${sourceIp}:50123` };
      return handle(withHeaders(event, sent), context);
    };
  const more = Array<string>(Number(position) - 1).fill(BEFORE);
  return (event, context) => {
    const { sourceIp } = event.requestContext.identity;
    // The gateway has put the client's address last. Behind a proxy that is the proxy's, which comes again.
    const forwarded = [event.headers['X-Forwarded-For'], ...more, sourceIp].join(', ');
    return handle(withHeaders(event, { 'X-Forwarded-For': forwarded, [PROXY_HEADER]: secret }), context);
  };
}

function withHeaders(event: APIGatewayProxyEvent, headers: Record<string, string>): APIGatewayProxyEvent {
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return {
    ...event,
    headers: { ...event.headers, ...headers },
    multiValueHeaders: { ...event.multiValueHeaders, ...Object.fromEntries(lists) },
  };
}
