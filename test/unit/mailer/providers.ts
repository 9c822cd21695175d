// Imitates SES, SNS, SQS and Secrets Manager over HTTP, in their own protocols, as far as the mailer calls them.
import type { IncomingMessage } from 'node:http';
import { close, createServer, listen } from '../../../infra/tools/local/ports.ts';

/** An e-mail that SES was told to send. `fields` are all parameters of the call. */
export type Mail = { to: string; subject: string; text: string; html: string; fields: Record<string, string> };
export type Sms = { to: string; text: string; fields: Record<string, string> };
/** How a call is refused: an error with a status, or no response at all. */
export type Refusal = { status: number; code: string; message?: string } | 'silence';

export type Providers = {
  mails: Mail[];
  texts: Sms[];
  /** How long messages were hidden, by receipt handle, in seconds. */
  hidden: Map<string, number>;
  /** Returns the number of calls, including refused ones. */
  calls: () => number;
  /** Sets the function that decides on each call. By default all calls are accepted. */
  refuse: (decide: (to: string, call: number) => Refusal | undefined) => void;
  environment: Record<string, string>;
  stop: () => Promise<void>;
};

const SECRET = JSON.stringify({ 1: 'r'.repeat(64) });
export const ROOTS: Readonly<Record<string, string>> = JSON.parse(SECRET);

export async function startProviders(): Promise<Providers> {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const hidden = new Map<string, number>();
  let calls = 0;
  let decide: (to: string, call: number) => Refusal | undefined = () => undefined;

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (request.headers['x-amz-target'] === 'AmazonSQS.ChangeMessageVisibilityBatch') {
      const { Entries } = JSON.parse(body) as { Entries: Record<string, never>[] };
      for (const { ReceiptHandle, VisibilityTimeout } of Entries)
        hidden.set(ReceiptHandle as never, VisibilityTimeout as never);
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"Successful":[],"Failed":[]}');
      return;
    }
    if (request.headers['x-amz-target']) {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ Name: 'root', SecretString: SECRET }));
      return;
    }
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (fields.Action === 'GetSendQuota') {
      response.writeHead(200, { 'content-type': 'text/xml' });
      response.end(
        '<GetSendQuotaResponse><GetSendQuotaResult><MaxSendRate>1000</MaxSendRate></GetSendQuotaResult></GetSendQuotaResponse>',
      );
      return;
    }
    const to = fields['Destination.ToAddresses.member.1'] ?? fields.PhoneNumber ?? '';
    calls++;
    const refusal = decide(to, calls);
    if (refusal === 'silence') return;
    response.writeHead(refusal?.status ?? 200, { 'content-type': 'text/xml' });
    if (refusal) {
      // The error quotes the recipient, as those of SES and SNS do.
      const error = `<Type>Sender</Type><Code>${refusal.code}</Code><Message>${refusal.message ?? `no: ${to}`}</Message>`;
      response.end(`<ErrorResponse><Error>${error}</Error><RequestId>1</RequestId></ErrorResponse>`);
      return;
    }
    const [part, data] = ['Message.Body', (name: string) => fields[`Message.${name}.Data`] ?? ''];
    expectKnown(fields.Action);
    if (fields.Action === 'Publish') texts.push({ to, text: fields.Message ?? '', fields });
    else {
      const [text, html] = [fields[`${part}.Text.Data`] ?? '', fields[`${part}.Html.Data`] ?? ''];
      mails.push({ to, subject: data('Subject'), text, html, fields });
    }
    const result = `<${fields.Action}Result><MessageId>${calls}</MessageId></${fields.Action}Result>`;
    const metadata = '<ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>';
    response.end(`<${fields.Action}Response>${result}${metadata}</${fields.Action}Response>`);
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    mails,
    texts,
    hidden,
    calls: () => calls,
    refuse: (next) => {
      decide = next;
    },
    environment: {
      AWS_ENDPOINT_URL_SES: endpoint,
      AWS_ENDPOINT_URL_SNS: endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
      AWS_ENDPOINT_URL_SQS: endpoint,
      GATEHOUSE_CODE_QUEUE: `${endpoint}/000000000000/messages`,
      GATEHOUSE_SENDER: 'Gatehouse <no-reply@example.com>',
    },
    stop: () => close(server),
  };
}

function expectKnown(action: string | undefined): void {
  if (action !== 'SendEmail' && action !== 'Publish') throw new Error(`unknown action ${action}`);
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
