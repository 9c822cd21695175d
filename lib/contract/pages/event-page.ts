// docs/events.md: the catalogue of events with their schemas, the rule that subscribes to one of them, and an example.
import type * as z from 'zod/mini';
import { EVENT_SOURCE, events } from '../events.ts';
import { schemaOf } from './schemas.ts';

const INTRODUCTION = `# Events

The service publishes what happened on its own EventBridge bus (output \`BusName\` of the stack). Delivery is at least
once: recognise a repetition by the \`id\` in the detail. Extend the product by adding rules to the bus; no change to the
service is needed.

With the CDK, in a stack of yours, a function that hears of every invitation:

\`\`\`ts
const bus = EventBus.fromEventBusName(this, 'Gatehouse', 'Gatehouse');
new Rule(this, 'Invited', {
  eventBus: bus,
  eventPattern: { source: ['gatehouse'], detailType: ['svc.user_invited'] },
  targets: [new LambdaFunction(greeter, { deadLetterQueue, retryAttempts: 10 })],
});
\`\`\`

With the AWS CLI, a queue that gets the audit log of one tenant (the queue's policy has to allow \`events.amazonaws.com\` to
send to it):

\`\`\`sh
aws events put-rule --event-bus-name Gatehouse --name tenant-audit \\
  --event-pattern '{"source":["gatehouse"],"detail-type":["svc.admin_action"],"detail":{"tenantId":["ten_..."]}}'
aws events put-targets --event-bus-name Gatehouse --rule tenant-audit \\
  --targets Id=audit,Arn=arn:aws:sqs:eu-central-1:111122223333:audit
\`\`\`

What arrives has the event's name as \`detail-type\` and what is described here as \`detail\`. The \`token\` of
\`svc.user_invited\` sets a password: a rule for that event hands it on. Codes are sealed; only the mailer opens them.`;

/** The page. */
export function eventPage(): string {
  const sections = Object.entries(events).map(([name, detail]) => section(name, detail));
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function section(name: string, detail: z.ZodMiniType): string {
  const pattern = { source: [EVENT_SOURCE], 'detail-type': [name] };
  const schema = schemaOf(detail, 'output') as Schema;
  return [
    `## ${name}`,
    'Rule pattern:',
    fenced(pattern),
    'Schema of `detail`:',
    fenced(schema),
    'Example:',
    fenced(exampleOf(schema)),
  ].join('\n\n');
}

const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

type Schema = { properties?: Record<string, { type?: string | string[]; enum?: unknown[] }> };

const TENANT = 'Q2xvdWR5IG1vcm5pbmcgYW';
/** What the values of these fields look like; of others the type says enough. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  id: 'evt_7hT2kQ9vXbL4mN8pR1sW5c',
  occurredAt: '2026-01-31T09:26:53.589Z',
  expiresAt: '2026-01-31T09:36:53.589Z',
  tenantId: `ten_${TENANT}`,
  userId: `usr_${TENANT}3fG6jK9mP2sV5yB8eH1nQ4`,
  invitedBy: `usr_${TENANT}8rT1wZ4cF7iL0oR3uX6aD9`,
  adminId: 'adm_5nQ8tW1zC4fI7lO0rU3xA6',
  sessionId: `ses_${TENANT}2eH5kN8qT1wZ4cF7iL0oR30`,
  deviceId: 'dev_9aD2gJ5mP8sV1yB4eH7kN0',
  roleId: `rol_${TENANT}6bE9hK2nQ5tW8zC1fI4lO7`,
  permissionId: 'per_4uX7aD0gJ3mP6sV9yB2eH5',
  codeId: '1wZ4cF7iL0oR3uX6aD9gJ2',
  tokenId: '8kN1qT4wZ7cF0iL3oR6uX9',
  targetId: `ten_${TENANT}`,
  targetType: 'tenant',
  action: 'tenant.updated',
  before: { name: 'Acme' },
  after: { name: 'Acme Ltd' },
  email: 'ada@example.com',
  to: 'ada@example.com',
  previousEmail: 'ada@old.example.com',
  phone: '+4915112345678',
  previousPhone: '+4915187654321',
  slug: 'acme',
  name: 'Acme',
  guard: 'web',
  deviceName: 'Phone',
  method: 'totp',
  codesLeft: 9,
  provider: 'google',
  identityId: 'idn_3fG6jK9mP2sV5yB8eH1nQ4',
  updatedFields: ['email'],
  metadata: { name: 'Ada Lovelace' },
  sealed: 'v1.c2VhbGVkIGZvciB0aGUgbWFpbGVy',
  token: 'dGhlIHRva2VuIG9mIGFuIGludml0YXRpb24gMDEyMzQ',
};

/** A detail that the schema describes. */
function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  const fields = Object.entries(properties).map(([name, { enum: choices, type }]) => {
    const value = EXAMPLES[name] ?? choices?.[0] ?? (type === 'boolean' ? true : undefined);
    if (value === undefined) throw new Error(`no example for ${name}`);
    return [name, value];
  });
  return Object.fromEntries(fields);
}
