// Reads the public keys that the document of a client names (RFC 7591 2): in it, or at an address of the same origin, which is
// read in the same moment. Where no user is present, no address is read.
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { ApiError } from '../../../contract/errors.ts';
import { keySet } from '../../../contract/fields/application.ts';
import type { ApplicationId } from '../../../platform/ids.ts';
import type { FetchedDocument } from '../../../platform/outbound/outbound-fetch.ts';
import { requireUsable } from '../../applications/keys.ts';
import type { DocumentProblem } from '../dead-ends.ts';

/** What tells of them. They count for a client that signs alone. Others may have what they like there. */
export const keyFields = {
  token_endpoint_auth_method: z.optional(z.enum(['none', 'private_key_jwt'])),
  jwks: z.optional(z.unknown()),
  jwks_uri: z.optional(z.unknown()),
};
/** One of both (RFC 7591 2). */
const named = z.object({ jwks: z.optional(keySet), jwks_uri: z.optional(z.string().check(z.maxLength(1024))) });
type Told = { token_endpoint_auth_method?: string | undefined; jwks?: unknown; jwks_uri?: unknown };

/** `at`: where they are, instead of the keys. Neither: the client signs nothing. */
export type KeySource = { jwks: z.output<typeof keySet> } | { at: string } | 'none';

/** Returns where the keys are; `undefined` if the document contradicts itself, or names an address of another origin. */
export function keySourceIn(
  id: ApplicationId,
  { token_endpoint_auth_method: method, ...told }: Told,
): KeySource | undefined {
  if (method !== 'private_key_jwt') return 'none';
  const { success, data } = named.safeParse(told);
  if (!success) return undefined;
  const { jwks, jwks_uri: at } = data;
  if (jwks && at === undefined) return { jwks };
  return !jwks && at !== undefined && isBeside(id, at) ? { at } : undefined;
}

/** The origin of a blob is that of the page that made it, and a user is sent as a credential. */
function isBeside(id: ApplicationId, uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.href !== uri || url.protocol !== 'https:' || url.username || url.password) return false;
  return url.origin === new URL(id).origin;
}

type Read = { jwks: JWK[]; headers?: FetchedDocument['headers'] };

/** Returns the keys, with the headers of the response if they were fetched by `fetch`. */
export async function keysFrom(
  source: KeySource,
  fetch: (url: string) => Promise<FetchedDocument | DocumentProblem>,
): Promise<Read | DocumentProblem> {
  if (source === 'none') return { jwks: [] };
  if ('jwks' in source) return usable(source.jwks);
  const response = await fetch(source.at);
  if (typeof response === 'string') return response;
  const read = await usable(jsonOf(response.text));
  return typeof read === 'string' ? read : { ...read, headers: response.headers };
}

/** The same keys that an admin may give an application: public ones alone, and at least one. */
async function usable(set: unknown): Promise<Read | DocumentProblem> {
  const read = keySet.safeParse(set);
  if (!read.success || !read.data.keys.length) return 'client_document_invalid';
  try {
    return { jwks: await requireUsable(read.data.keys) };
  } catch (error) {
    if (error instanceof ApiError) return 'client_document_invalid';
    throw error;
  }
}

/** Returns what the text says; `undefined` if it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
