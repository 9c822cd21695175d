// Tells the ids of clients apart: that of a registered application, and the address of a document in which a client
// describes itself (OAuth Client ID Metadata Document, draft-ietf-oauth-client-id-metadata-document-02).
import { type ApplicationId, applicationId } from './ids.ts';
import { config } from './settings/config.ts';

/** It is in each token, in keys of the table and in the address of a browser. The draft recommends a short one. */
const LONGEST = 256;

/**
 * Whether the text is such an address: https with a path, without dot segments, user and fragment (section 3). It is spelt
 * as browsers spell it, so that all parsers read it alike. None of our own addresses is one.
 */
function isDocumentAddress(text: string): boolean {
  if (text.length > LONGEST || !/^https:\/\/[\x21-\x7e]+$/.test(text) || text.includes('#')) return false;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.href !== text || url.pathname === '/' || url.username || url.password) return false;
  return url.origin !== new URL(config().baseUrl).origin && text !== config().audience;
}

/** Returns the text as the id of a client, or `undefined` if it can be none. */
export const clientId = (text: unknown): ApplicationId | undefined =>
  applicationId(text) ?? (typeof text === 'string' && isDocumentAddress(text) ? (text as ApplicationId) : undefined);

/** Whether the client is not registered: its id is the address of its document. */
export const isUnregistered = (id: ApplicationId): boolean => id.startsWith('https:');

/** Returns the host of an unregistered client, with the port if it has one: what people can know it by. */
export const hostOf = (id: ApplicationId): string => new URL(id).host;
