// Publishes events on the EventBridge bus.
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { Unavailable } from '../errors.ts';
import { config } from '../settings/config.ts';
import { TIMEOUTS } from './aws.ts';

export type BusEntry = { source: string; name: string; detail: string; time: Date };

let client: EventBridgeClient | undefined;

/**
 * Puts up to ten entries on the bus. Returns for each whether the bus accepted it. Throws when the bus does not
 * respond.
 */
export async function publish(entries: BusEntry[]): Promise<boolean[]> {
  const { bus } = config();
  if (!bus) throw new Unavailable('configuration: GATEHOUSE_BUS is missing');
  client ??= new EventBridgeClient({ maxAttempts: 3, requestHandler: TIMEOUTS });
  const reply = await client.send(
    new PutEventsCommand({
      Entries: entries.map(({ source, name, detail, time }) => ({
        EventBusName: bus,
        Source: source,
        DetailType: name,
        Detail: detail,
        Time: time,
      })),
    }),
  );
  return entries.map((_, index) => reply.Entries?.[index]?.EventId !== undefined);
}
