// Watches the writes of the service's own table client, in this process. It hands on the events that were stored, which
// is where messages come from, and the attempts that limits counted. The bus and the mailer have tests of their own:
// here, a message must be there as soon as its request has a response.
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { db } from '../../lib/store/dynamo/client.ts';
import type { OutboxEvent } from '../../lib/store/outbox.ts';

/** An attempt that a limit counted: its bucket, how many it allows in a window and in a row, and when a window that begins now would end. */
export type Counted = { pk: string; sk: string; max: number; endsAt: number; inARow?: number };
export type Tap = {
  /** Returns the events stored since the last call. */
  events: () => OutboxEvent[];
  /** Returns the attempts counted since the last call. */
  counted: () => Counted[];
};

// biome-ignore lint/suspicious/noExplicitAny: the shapes of the SDK
type Input = any;

/** Starts to watch. The service must be running, and must not be stopped before the tap's last use. */
export function tapWrites(): Tap {
  const events: OutboxEvent[] = [];
  const counted: Counted[] = [];
  const look = (input: Input): void => {
    for (const { Put } of input.TransactItems ?? []) {
      const item = plain(Put?.Item);
      if (item?.type === 'outbox') events.push(...item.events);
    }
    const { ':max': max, ':end': endsAt, ':inARow': inARow } = plain(input.ExpressionAttributeValues) ?? {};
    const key = plain(input.Key);
    if (max !== undefined && key?.sk === 'BUCKET') counted.push({ pk: key.pk, sk: key.sk, max, endsAt, inARow });
  };
  db().middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args);
      look(args.input);
      return reply;
    },
    { step: 'initialize', name: 'model-tap', override: true },
  );
  // The steps of commands that were called before are put together again.
  db().destroy();
  return {
    events: () => events.splice(0),
    counted: () => counted.splice(0),
  };
}

/** The values of a call, whether or not the SDK has encoded them already. */
function plain(value: Input): Input {
  const [first] = Object.values(value ?? {});
  const isEncoded =
    typeof first === 'object' && first !== null && /^(S|N|M|L|SS|NULL|BOOL)$/.test(Object.keys(first)[0] ?? '');
  return isEncoded ? unmarshall(value) : value;
}
