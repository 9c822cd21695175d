// Emulates SES: SendEmail and GetSendQuota.
import { randomUUID } from 'node:crypto';
import { type EventName, events } from '../../../../lib/contract/events.ts';
import { type Form, numbered, QueryError } from './query-form.ts';
import type { Fault, Outbound } from './sent-messages.ts';

const FAULTS: Readonly<Record<Fault, () => QueryError>> = {
  down: () => new QueryError('ServiceUnavailable', 'The service is unavailable. Please try again shortly.', 503),
  throttle: () => new QueryError('Throttling', 'Maximum sending rate exceeded.'),
  quota: () => new QueryError('Throttling', 'Daily message quota exceeded.'),
  reject: () => new QueryError('MessageRejected', 'Email address is not verified.'),
};
/** Characters that SES allows in a tag. Dots are not allowed, so the mailer writes `_` for the dot of a detail-type. */
const TAG = /^[\w-]{1,256}$/;

export const sendQuota = (_: Form, outbound: Outbound): Record<string, string> => ({
  Max24HourSend: '50000.0',
  MaxSendRate: outbound.rate('ses').toFixed(1),
  SentLast24Hours: '0.0',
});

export function sendEmail(form: Form, outbound: Outbound): string {
  const fault = outbound.fault('ses');
  if (fault) throw FAULTS[fault]();
  const required = (name: string): string => {
    const value = form.get(name);
    if (!value) throw new QueryError('ValidationError', `${name} is required.`);
    return value;
  };
  required('Source');
  const recipients = ['ToAddresses', 'CcAddresses', 'BccAddresses'].flatMap((kind) =>
    numbered(`Destination.${kind}.member`, (at) => form.get(at) ?? undefined),
  );
  if (recipients.length === 0) throw new QueryError('ValidationError', 'Destination is required.');
  const wrong = recipients.find((address) => !/^[^@]+@[^@]+$/.test(address));
  if (wrong !== undefined) throw new QueryError('InvalidParameterValue', "Missing final '@domain'");
  const subject = required('Message.Subject.Data');
  const text = form.get('Message.Body.Text.Data');
  const html = form.get('Message.Body.Html.Data');
  if (text === null && html === null) throw new QueryError('ValidationError', 'Message.Body is required.');
  const event = eventOf(tagsOf(form).event);
  const id = randomUUID();
  for (const [index, to] of recipients.entries()) {
    const own = index === 0 ? id : `${id}-${index}`;
    outbound.add({
      id: own,
      channel: 'email',
      to,
      subject,
      text: text ?? '',
      html,
      event,
      at: new Date().toISOString(),
    });
  }
  return id;
}

function tagsOf(form: Form): Record<string, string> {
  const tags = numbered('Tags.member', (at) => {
    const name = form.get(`${at}.Name`);
    return name === null ? undefined : ([name, form.get(`${at}.Value`) ?? ''] as const);
  });
  const wrong = tags.find((pair) => !pair.every((part) => TAG.test(part)));
  if (wrong) throw new QueryError('InvalidParameterValue', `Invalid tag: ${wrong.join('=')}`);
  return Object.fromEntries(tags);
}

const eventOf = (tag: string | undefined): EventName | null =>
  (Object.keys(events) as EventName[]).find((name) => name.replaceAll('.', '_') === tag) ?? null;
