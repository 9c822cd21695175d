// docs/events.md: the catalogue of events with their schemas, and the rule that subscribes to one of them.
import type * as z from 'zod/mini';
import { EVENT_SOURCE, events } from './events.ts';
import { schemaOf } from './openapi.ts';

const INTRODUCTION = `# Events

The service publishes what happened on its own EventBridge bus (output \`BusName\` of the stack). Delivery is at least
once: recognise a repetition by the \`id\` in the detail. Extend the product by adding rules to the bus; no change to the
service is needed.`;

/** The page. */
export function eventPage(): string {
  const sections = Object.entries(events).map(([name, detail]) => section(name, detail));
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function section(name: string, detail: z.ZodMiniType): string {
  const pattern = { source: [EVENT_SOURCE], 'detail-type': [name] };
  return [
    `## ${name}`,
    'Rule pattern:',
    fenced(pattern),
    'Schema of `detail`:',
    fenced(schemaOf(detail, 'output')),
  ].join('\n\n');
}

const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
