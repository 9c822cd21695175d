// Stores the documents of clients that are not registered, as long as they are fresh.
import type { Grant } from '../../contract/applications.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import { type Application, applicationKey, unregistered } from './applications.ts';

/** What a client says of itself, as far as it counts here. */
export type ClientDocument = {
  /** What it calls itself. */
  name: string | null;
  redirectUris: string[];
  grants: Grant[];
};
/** `expiresAt`: until when it is fresh, ms. */
type Stored = table.Item &
  ClientDocument & { type: 'client-document'; url: ApplicationId; expiresAt: number; ttl: number };

/** The document, from the item that was read at `applicationKey(id)`: `undefined` if there is none that is fresh. */
export function freshDocument(id: ApplicationId, item: table.Item | undefined): ClientDocument | undefined {
  const stored = item?.type === 'client-document' ? (item as Stored) : undefined;
  return stored?.url === id && stored.expiresAt > now() ? stored : undefined;
}

/** Stores the document until then, ms. If callers race, the one that is fresh for longest stays. */
export async function keep(id: ApplicationId, document: ClientDocument, expiresAt: number): Promise<void> {
  const item: Stored = {
    ...applicationKey(id),
    type: 'client-document',
    url: id,
    ...document,
    expiresAt,
    ttl: seconds(expiresAt) + 60,
  };
  const isOlder = 'attribute_not_exists(#pk) OR #expiresAt < :expiresAt';
  await table.replace(item, { if: isOlder, values: { expiresAt } });
}

/** Returns the client as its document describes it. */
export const describedBy = (id: ApplicationId, { redirectUris, grants }: ClientDocument): Application => ({
  ...unregistered(id),
  redirectUris,
  grants,
});
