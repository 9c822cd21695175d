// Emulates SNS: Publish to a phone number.
import { randomUUID } from 'node:crypto';
import { type Form, numbered, QueryError } from './query-form.ts';
import type { Fault, Outbound } from './sent-messages.ts';

const FAULTS: Readonly<Record<Fault, () => QueryError>> = {
  down: () => new QueryError('ServiceUnavailable', 'The service is unavailable. Please try again shortly.', 503),
  throttle: () => new QueryError('Throttled', 'Rate exceeded', 429),
  quota: () => new QueryError('Throttled', 'Rate exceeded', 429),
  reject: () => new QueryError('InvalidParameter', 'Invalid parameter: PhoneNumber Reason: the number is opted out'),
};
const E164 = /^\+[1-9]\d{1,14}$/;
/** The limit of SNS. */
const MAX_BYTES = 1600;

export function publish(form: Form, outbound: Outbound): string {
  const fault = outbound.fault('sns');
  if (fault) throw FAULTS[fault]();
  const to = form.get('PhoneNumber') ?? '';
  const text = form.get('Message') ?? '';
  const invalid = (name: string, reason: string): never => {
    throw new QueryError('InvalidParameter', `Invalid parameter: ${name} Reason: ${reason}`);
  };
  if (!E164.test(to)) invalid('PhoneNumber', `${to} is not valid to publish to`);
  if (!text) invalid('Message', 'empty');
  if (Buffer.byteLength(text) > MAX_BYTES) invalid('Message', `longer than ${MAX_BYTES} bytes`);
  const attributes = numbered('MessageAttributes.entry', (at) => {
    const name = form.get(`${at}.Name`);
    return name === null ? undefined : ([name, form.get(`${at}.Value.StringValue`)] as const);
  });
  const event = Object.fromEntries(attributes).event ?? null;
  const id = randomUUID();
  outbound.add({ id, channel: 'sms', to, subject: null, text, html: null, event, at: new Date().toISOString() });
  return id;
}
