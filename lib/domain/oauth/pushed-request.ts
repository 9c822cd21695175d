// Takes the request of an application before the browser comes (RFC 9126): what the browser brings then cannot be read or
// altered on its way. Nothing is stored until it gives a code: the address of the request is its sealed text.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import type { Form, Reply } from '../../contract/index.ts';
import { digest } from '../../crypto/secrets.ts';
import { isUnregistered } from '../../platform/client-ids.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { Application } from '../../store/applications/applications.ts';
import * as assertions from '../../store/applications/assertions.ts';
import { find as findResource } from '../../store/applications/protected-resources.ts';
import { isRegistered } from '../applications/redirects.ts';
import { resourceNamed } from '../protected-resource-rights.ts';
import { provedKey, type SentProofs } from '../sessions/bound-tokens.ts';
import {
  type AuthorizationError,
  type AuthorizationRequest,
  type Parameters,
  readRequest,
  single,
} from './authorization-request.ts';
import { authenticateClient } from './client-authentication.ts';
import { LIFETIME_MS, openRequest, sealRequest } from './sealed-request.ts';

/** RFC 9126 2.2. */
const PREFIX = 'urn:ietf:params:oauth:request_uri:';
/** Seconds in which the browser must come. RFC 9126 2.2 suggests 5 to 600. */
const LIFETIME = 90;
/** What a problem of the request is called here, if it has a code of its own. */
const CODES: Partial<Record<AuthorizationError, ErrorCode>> = {
  invalid_scope: 'INVALID_SCOPE',
  invalid_target: 'INVALID_TARGET',
};
/** What fits into the address of the browser beside the rest (lib/http/request.ts). */
const LONGEST = 3800;

/**
 * Returns the address of the request. Throws what `authenticateClient` throws, INVALID_INPUT for a request that authorize
 * would refuse, UNAUTHORIZED_CLIENT for an application that logs no users in, and INVALID_DPOP_PROOF.
 */
export async function push(
  authorization: readonly string[],
  form: Form<'POST /oauth2/par'>,
  ip: string,
  proofs: SentProofs,
): Promise<Reply<'POST /oauth2/par'>> {
  const application = await authenticateClient({ ...form, authorization }, ip);
  if (!application.grants.includes('authorization_code')) return fail('UNAUTHORIZED_CLIENT');
  // Its addresses are in its document, which is not fetched before its user has signed in.
  if (isUnregistered(application.id)) return fail('UNAUTHORIZED_CLIENT', { message: 'Register it to push requests.' });
  const parameters = new Map(Object.entries(form).flatMap(([name, value]) => (value ? [[name, [value]]] : [])));
  const target = form.resource === undefined ? undefined : resourceNamed(form.resource);
  const resource = target && (await findResource(target));
  const request = await readRequest(parameters, requireAddress(application, form), application, resource);
  if ('error' in request) {
    return fail(CODES[request.error] ?? 'INVALID_INPUT', { message: request.description });
  }
  // A proof says the same as `dpop_jkt` (RFC 9449 10.1).
  const key = await provedKey(proofs);
  const jkt = key.jkt ?? request.jkt;
  if ((request.jkt ?? jkt) !== jkt) return fail('INVALID_INPUT', { message: 'dpop_jkt: is not the key of the proof' });
  const sealed = await sealRequest('pushed', { ...request, jkt });
  if (sealed.length > LONGEST) return fail('INVALID_INPUT', { message: 'The request is too long.' });
  await key.use();
  return { request_uri: `${PREFIX}${sealed}`, expires_in: LIFETIME };
}

function requireAddress(application: Application, { redirect_uri: uri }: Form<'POST /oauth2/par'>): string {
  const isKnown = uri !== undefined && isRegistered(application, application.redirectUris, uri);
  return isKnown ? uri : fail('INVALID_INPUT', { message: 'redirect_uri: is not registered' });
}

/**
 * Returns the request that the browser's address names: `undefined` if it names none, 'invalid' for one that is altered,
 * over, or of another application than `client_id`.
 */
export async function pushedRequest(parameters: Parameters): Promise<AuthorizationRequest | 'invalid' | undefined> {
  const uri = single(parameters, 'request_uri');
  if (!uri?.startsWith(PREFIX)) return undefined;
  const opened = await openRequest('pushed', uri.slice(PREFIX.length));
  const isLive = opened && now() - opened.at <= LIFETIME * 1000;
  if (!isLive || opened.request.application !== single(parameters, 'client_id')) return 'invalid';
  return { ...opened.request, pushed: digest(uri) };
}

/**
 * Uses up the address of a pushed request, just before it gives a code: a login may lie between, and a reload. Returns
 * `false` if it has given one before. Any other request costs nothing.
 */
export async function useUp({ application, pushed }: AuthorizationRequest): Promise<boolean> {
  if (pushed === undefined) return true;
  // Its login may be open as long as any other one.
  return assertions.use(application, pushed, seconds(now() + LIFETIME_MS) + LIFETIME);
}
