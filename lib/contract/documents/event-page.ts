// Writes docs/events.md: a table of fields and an example for each event.
import { EVENT_SOURCE, type EventName, eventDocs, events } from '../events.ts';
import { exampleOf, type Json, schemaOf } from './schemas.ts';

const INTRODUCTION = `# Events

The service publishes events on its own EventBridge bus (output \`BusName\` of the stack). To extend the product, add rules
to the bus. The service does not change.

A rule selects events by name:

\`\`\`json
${JSON.stringify({ source: [EVENT_SOURCE], 'detail-type': ['svc.user_invited'] })}
\`\`\`

In a CDK app with the [construct](guides/add-to-a-cdk-app.md), \`auth.onEvent('svc.user_invited', greeter)\` does so; see
[react to events](guides/react-to-events.md). In another stack, a function that receives every invitation:

\`\`\`ts
const bus = EventBus.fromEventBusName(this, 'Gatehouse', 'Gatehouse');
new Rule(this, 'Invited', {
  eventBus: bus,
  eventPattern: { source: ['gatehouse'], detailType: ['svc.user_invited'] },
  targets: [new LambdaFunction(greeter, { deadLetterQueue, retryAttempts: 10 })],
});
\`\`\`

With the AWS CLI, a queue that receives the audit log of one tenant (the policy of the queue must allow
\`events.amazonaws.com\` to send to it):

\`\`\`sh
aws events put-rule --event-bus-name Gatehouse --name tenant-audit \\
  --event-pattern '{"source":["gatehouse"],"detail-type":["svc.admin_action"],"detail":{"tenantId":["ten_..."]}}'
aws events put-targets --event-bus-name Gatehouse --rule tenant-audit \\
  --targets Id=audit,Arn=arn:aws:sqs:eu-central-1:111122223333:audit
\`\`\`

The name of the event is the \`detail-type\`. The tables describe the \`detail\`. Every detail also has these fields:

| Field | Type | Meaning |
|---|---|---|
| \`id\` | string | The id of the event. Delivery is at least once: an event with a known \`id\` is a repetition. |
| \`occurredAt\` | date-time | When it happened. |

The \`token\` of \`svc.user_invited\` sets a password: a rule for that event passes it on. Codes are encrypted, and only the
mailer can decrypt them.`;

const ENVELOPE = ['id', 'occurredAt'];

type Property = Json & {
  type?: string | string[];
  enum?: string[];
  format?: string;
  items?: Property;
  anyOf?: Property[];
};
type Schema = { properties: Record<string, Property>; required: string[] };

/** Returns the page. */
export function eventPage(): string {
  const names = Object.keys(events) as EventName[];
  return `${[INTRODUCTION, ...names.map(section)].join('\n\n')}\n`;
}

function section(name: EventName): string {
  const schema = schemaOf(events[name], 'output') as Schema;
  const { meaning, fields } = eventDocs()[name] as { meaning: string; fields: Record<string, string> };
  const rows = Object.entries(schema.properties)
    .filter(([field]) => !ENVELOPE.includes(field))
    .map(([field, property]) => {
      const optional = schema.required.includes(field) ? '' : ', optional';
      return `| \`${field}\` | ${typeOf(property)}${optional} | ${fields[field]} |`;
    });
  const example = JSON.stringify(exampleOf({ ...schema, required: Object.keys(schema.properties) }));
  return `## ${name}\n\n${meaning}\n\n| Field | Type | Meaning |\n|---|---|---|\n${rows.join('\n')}\n\nExample: \`${example}\``;
}

/** Returns the type in words: `string or null`, `array of string`, the choices of an enum. */
function typeOf({ type, enum: choices, format, items, anyOf }: Property): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (items) return `array of ${typeOf(items)}`;
  return format ?? [type].flat().join(' or ');
}
