// Serves AWS's query protocol: a form in, XML out. SES and SNS speak it; `Action` tells them apart.
import { randomUUID } from 'node:crypto';
import { type Form, QueryError, type Reply } from './query-form.ts';
import type { Outbound } from './sent-messages.ts';
import { sendEmail, sendQuota } from './ses.ts';
import { publish } from './sns.ts';

/** `run` returns the id of the message or the fields of the result, or throws `QueryError`. */
export type Action = { namespace: string; run: (form: Form, outbound: Outbound) => string | Record<string, string> };

const actions: Readonly<Record<string, Action>> = {
  SendEmail: { namespace: 'http://ses.amazonaws.com/doc/2010-12-01/', run: sendEmail },
  GetSendQuota: { namespace: 'http://ses.amazonaws.com/doc/2010-12-01/', run: sendQuota },
  Publish: { namespace: 'http://sns.amazonaws.com/doc/2010-03-31/', run: publish },
};

export function handleQuery(body: string, outbound: Outbound): Reply {
  const form = new URLSearchParams(body);
  const name = form.get('Action') ?? '';
  const action = actions[name];
  const namespace = action?.namespace ?? '';
  const requestId = randomUUID();
  try {
    if (!action) throw new QueryError('InvalidAction', `The action ${name} is not valid for this endpoint.`);
    const returned = action.run(form, outbound);
    const fields = typeof returned === 'string' ? { MessageId: returned } : returned;
    const content = Object.entries(fields).map(([field, value]) => `<${field}>${escaped(value)}</${field}>`);
    const result = `<${name}Result>${content.join('')}</${name}Result>`;
    const metadata = `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`;
    return xml(200, `<${name}Response xmlns="${namespace}">${result}${metadata}</${name}Response>`);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const type = error.status < 500 ? 'Sender' : 'Receiver';
    const inner = `<Type>${type}</Type><Code>${error.code}</Code><Message>${escaped(error.message)}</Message>`;
    const content = `<Error>${inner}</Error><RequestId>${requestId}</RequestId>`;
    return xml(error.status, `<ErrorResponse xmlns="${namespace}">${content}</ErrorResponse>`);
  }
}

const xml = (status: number, body: string): Reply => ({ status, type: 'text/xml', body });
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[<>&"]/g, (character) => ENTITIES[character] as string);
