// Emulates a mock integration of API Gateway, as far as infra/stack/gateway/maintenance.ts uses it.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Response } from '../../../lib/http/response.ts';
import { UserError } from '../../user-error.ts';
import type { Integration } from './assembly/properties.ts';

const JSON_TYPE = 'application/json';
const HEADER = /^#set\(\$context\.responseOverride\.header\.([a-z-]+) = "([^"$#]*)"\)$/;

/**
 * Returns the default response; `undefined` for a body of a content type without a template, which API Gateway refuses
 * with `passthroughBehavior: when_no_templates`. Throws `UserError` for a template that it cannot read.
 */
export function respondByMock(
  { passthroughBehavior, requestTemplates = {}, responses = {} }: Integration,
  { headers, body }: Pick<APIGatewayProxyEvent, 'headers' | 'body'>,
): Response | undefined {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = given?.split(';')[0]?.trim() ?? JSON_TYPE;
  if (passthroughBehavior !== 'when_no_templates' || requestTemplates[JSON_TYPE] === undefined || !responses.default)
    throw new UserError('the rehearsal does not know this mock integration');
  if (body !== null && requestTemplates[type] === undefined) return undefined;
  const { statusCode, responseTemplates = {} } = responses.default;
  const lines = (responseTemplates[JSON_TYPE] ?? '').split('\n');
  const overrides = lines.flatMap((line) => {
    const [, name, value] = HEADER.exec(line) ?? [];
    return name === undefined ? [] : [[name, value as string] as const];
  });
  const rest = lines.filter((line) => !HEADER.test(line)).join('\n');
  if (rest.includes('#') || rest.includes('$'))
    throw new UserError('the rehearsal does not know this mapping template');
  return {
    statusCode: Number(statusCode),
    headers: { 'content-type': JSON_TYPE, ...Object.fromEntries(overrides) },
    multiValueHeaders: {},
    body: rest,
  };
}
