// Stores the documents of clients that are not registered, for as long as something that they were given may live.
import type { JWK } from 'jose';
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
  /** Its public keys. With them it proves itself at each request; without, it has no credential. */
  jwks: JWK[];
};
/** `expiresAt`: until when it is fresh, ms. */
type Stored = table.Item &
  ClientDocument & { type: 'client-document'; url: ApplicationId; expiresAt: number; ttl: number };

/** Refresh tokens live for 30 days at most, and the client of one is told by what it said last. */
const KEEP_SECONDS = 31 * 86_400;

/** The document as it was read last, from the item at `applicationKey(id)`. */
export function lastDocument(
  id: ApplicationId,
  item: table.Item | undefined,
): (ClientDocument & { isFresh: boolean }) | undefined {
  const stored = item?.type === 'client-document' ? (item as Stored) : undefined;
  return stored?.url === id ? { ...stored, isFresh: stored.expiresAt > now() } : undefined;
}

/** The same; `undefined` if it is not fresh. */
export function freshDocument(id: ApplicationId, item: table.Item | undefined): ClientDocument | undefined {
  const last = lastDocument(id, item);
  return last?.isFresh ? last : undefined;
}

/** Stores the document, which is fresh until then, ms. If callers race, the one that is fresh for longest stays. */
export async function keep(id: ApplicationId, document: ClientDocument, expiresAt: number): Promise<void> {
  const item: Stored = {
    ...applicationKey(id),
    type: 'client-document',
    url: id,
    ...document,
    expiresAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  const isOlder = 'attribute_not_exists(#pk) OR #expiresAt < :expiresAt';
  await table.replace(item, { if: isOlder, values: { expiresAt } });
}

/** Returns the client as its document describes it. */
export const describedBy = (id: ApplicationId, { redirectUris, grants, jwks }: ClientDocument): Application => ({
  ...unregistered(id),
  redirectUris,
  grants,
  jwks,
});
