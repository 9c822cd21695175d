// Reads the document in which a client that is not registered describes itself
// (draft-ietf-oauth-client-id-metadata-document-02, sections 4, 5 and 8). It is fetched for people who have signed in alone,
// and every fetch is counted before it is made.
import * as z from 'zod/mini';
import type { Grant } from '../../../contract/applications.ts';
import { isReadable } from '../../../contract/shapes.ts';
import { now } from '../../../platform/clock.ts';
import { Unavailable } from '../../../platform/errors.ts';
import type { ApplicationId, UserId } from '../../../platform/ids.ts';
import { type FetchedDocument, fetchDocument } from '../../../platform/outbound/outbound-fetch.ts';
import { applicationKey } from '../../../store/applications/applications.ts';
import { type ClientDocument, freshDocument, keep } from '../../../store/applications/client-documents.ts';
import { getMany, type Item } from '../../../store/dynamo/table.ts';
import { isLoopback, problemOf } from '../../applications/redirects.ts';
import * as limits from '../../credentials/limits.ts';
import type { DocumentProblem } from '../dead-ends.ts';
import { jsonOf, type KeySource, keyFields, keySourceIn, keysFrom } from './keys.ts';

/** Section 8.7. */
const MOST_BYTES = 5 * 1024;
const MINUTE = 60_000;
/** However short its headers say: a login takes minutes. However long: what has changed is noticed the next day. */
const FRESH_MS = { least: 5 * MINUTE, most: 24 * 60 * MINUTE } as const;

type Read = ClientDocument | DocumentProblem;

/**
 * Returns the document of the client, fresh from `item` or fetched for the user. Callers of one process that ask at the same
 * time share one fetch.
 */
export async function documentOf(id: ApplicationId, user: UserId, item: Item | undefined): Promise<Read> {
  const fresh = freshDocument(id, item);
  if (fresh) return fresh;
  if (!fetching.has(id) && !(await limits.tryConsume('client-document-account', user))) return 'client_document_limit';
  const pending = fetching.get(id);
  if (pending) return pending;
  const started = fetched(id).finally(() => fetching.delete(id));
  fetching.set(id, started);
  return started;
}

/** The same, with a read of what is stored. */
export const findDocument = async (id: ApplicationId, user: UserId): Promise<Read> =>
  documentOf(id, user, await storedOf(id));

const storedOf = async (id: ApplicationId): Promise<Item | undefined> => (await getMany([applicationKey(id)]))[0];

const fetching = new Map<ApplicationId, Promise<Read>>();

async function fetched(id: ApplicationId): Promise<Read> {
  // Another caller may have stored it since this one looked.
  const fresh = freshDocument(id, await storedOf(id));
  if (fresh) return fresh;
  const response = await fetchCounted(id);
  if (typeof response === 'string') return response;
  const described = parsed(id, response.text);
  if (!described) return 'client_document_invalid';
  const { keys, ...rest } = described;
  const found = await keysFrom(keys, fetchCounted);
  if (typeof found === 'string') return found;
  const document = { ...rest, jwks: found.jwks };
  const freshFor = [response.headers, ...(found.headers ? [found.headers] : [])].map(freshMs);
  await keep(id, document, now() + Math.min(...freshFor));
  return document;
}

/** Fetches the document, or the keys beside it. Each fetch is counted for its host, and for all. */
async function fetchCounted(url: string): Promise<FetchedDocument | DocumentProblem> {
  const isAllowed =
    (await limits.tryConsume('client-document-host', new URL(url).hostname)) &&
    (await limits.tryConsume('client-document', 'all'));
  if (!isAllowed) return 'client_document_limit';
  return fetchDocument(url, MOST_BYTES).catch((error: unknown) => {
    if (error instanceof Unavailable) return 'client_document_failed' as const;
    throw error;
  });
}

const text = z.string();
/** What counts here. `token_endpoint_auth_method`: absent means `none`, because section 4 allows no shared secret. */
const shape = z.looseObject({
  client_id: text,
  client_name: z.optional(text),
  redirect_uris: z.array(text).check(z.minLength(1), z.maxLength(50)),
  ...keyFields,
  grant_types: z.optional(z.array(text).check(z.maxLength(20))),
  response_types: z.optional(z.array(text).check(z.maxLength(20))),
});

type Described = Omit<ClientDocument, 'jwks'> & { keys: KeySource };

/** Returns what counts of the document at this address; `undefined` if it is none, or holds a secret. */
export function parsed(id: ApplicationId, body: string): Described | undefined {
  const read = shape.safeParse(jsonOf(body));
  if (!read.success || read.data.client_id !== id) return undefined;
  const {
    client_name: name,
    redirect_uris: uris,
    grant_types: types,
    response_types: responses,
    ...others
  } = read.data;
  if (Object.keys(others).some((key) => key.startsWith('client_secret'))) return undefined;
  const redirectUris = [...new Set(uris)].filter((uri) => isOwn(id, uri));
  const grants = (['authorization_code', 'refresh_token'] as const satisfies Grant[]).filter((grant) =>
    // RFC 7591 2.
    (types ?? ['authorization_code']).includes(grant),
  );
  if (!redirectUris.length || !grants.includes('authorization_code')) return undefined;
  if (!(responses ?? ['code']).includes('code')) return undefined;
  const keys = keySourceIn(id, read.data);
  return keys && { name: shownName(name), redirectUris, grants, keys };
}

/** Whether the client may be sent codes there: at its own origin, or on the user's device (section 8.1). */
const isOwn = (id: ApplicationId, uri: string): boolean =>
  uri.length <= 1024 &&
  problemOf('native', uri) === undefined &&
  (isLoopback(uri) || new URL(uri).origin === new URL(id).origin);

const LONGEST_NAME = 60;
const shownName = (name: string | undefined): string | null =>
  name !== undefined && /\S/.test(name) && name.length <= LONGEST_NAME && name.isWellFormed() && isReadable(name)
    ? name
    : null;

/** Returns for how long a document is fresh, as its headers say (RFC 9111 4.2.1), in ms. This service is a shared cache. */
export function freshMs(headers: FetchedDocument['headers']): number {
  const control = headers['cache-control'] ?? '';
  const directive = (name: string) => new RegExp(`(?:^|[\\s,])${name}="?(\\d{1,10})`, 'i').exec(control)?.[1];
  const age = directive('s-maxage') ?? directive('max-age');
  const expires = Date.parse(headers.expires ?? '') - Date.parse(headers.date ?? '');
  const said = age === undefined ? expires : (Number(age) - (Number(headers.age) || 0)) * 1000;
  const isForbidden = /(?:^|[\s,])no-(?:store|cache)/i.test(control);
  return Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, isForbidden || Number.isNaN(said) ? 0 : said));
}
