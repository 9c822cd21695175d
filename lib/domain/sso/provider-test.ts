// Tests an identity provider of a tenant for its admins: what a login would fetch, step by step, with the reason of each
// failure in words. Nothing is cached, so a test sees what the provider says now.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { UNREADABLE } from '../../contract/shapes.ts';
import { isSupportedAlgorithm, isSupportedKey } from '../../crypto/id-token.ts';
import { Unavailable } from '../../platform/errors.ts';
import { tenantId } from '../../platform/ids.ts';
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';
import { find as findTenant } from '../../store/tenants/tenants.ts';
import * as limits from '../credentials/limits.ts';
import { keySetSchema } from '../key-sets.ts';
import { documentAddress, type Metadata, metadataSchema } from './metadata.ts';
import { ownProviderOf, type Provider } from './providers.ts';
import { redirectUriOf } from './redirect-uri.ts';

type TestReply = Reply<'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test'>;
type Step = TestReply['steps'][number];
type Name = Step['name'];

/** What failed is a `Problem`: its text is for the admin. Everything that depends on it is not tested. */
class Problem extends Error {}

const NAMES: readonly Name[] = ['client', 'discovery', 'issuer', 'endpoints', 'algorithms', 'authentication', 'keys'];
/** Texts of the provider are cut, and show what they contain. Anything that is not text has no place in a message. */
const cut = (text: string): string => text.slice(0, 200).replace(UNREADABLE, '\ufffd');

/**
 * Fetches the provider's metadata and keys, and checks what a login needs of them. Throws TENANT_NOT_FOUND,
 * PROVIDER_NOT_FOUND and RATE_LIMITED.
 */
export async function testProvider(id: string, name: string): Promise<TestReply> {
  const validId = tenantId(id);
  const tenant = validId && (await findTenant(validId));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const provider = ownProviderOf(tenant, name);
  if (!provider) return fail('PROVIDER_NOT_FOUND');
  await limits.consume('provider-test', tenant.id);
  const steps = await run(provider);
  return { isOk: steps.every(({ isOk }) => isOk), redirectUri: redirectUriOf(provider), steps };
}

async function run(provider: Provider): Promise<Step[]> {
  const steps = new Map<Name, Step>();
  const step = async <T>(
    name: Name,
    done: (value: T) => string,
    work: () => Promise<T> | T,
  ): Promise<T | undefined> => {
    try {
      const value = await work();
      steps.set(name, { name, isOk: true, message: done(value) });
      return value;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      steps.set(name, { name, isOk: false, message: error.message });
      return undefined;
    }
  };
  const secret = await step('client', clientText, () => clientOf(provider));
  const document = await step(
    'discovery',
    () => 'The provider returned its metadata.',
    () => discover(provider),
  );
  if (document) {
    await step(
      'issuer',
      () => 'The issuer is the one of the settings.',
      () => checkIssuer(provider, document),
    );
    const metadata = await step(
      'endpoints',
      () => 'All addresses are present and allowed.',
      () => readMetadata(document),
    );
    if (metadata) {
      await step(
        'algorithms',
        (found) => `Id tokens can be verified: ${found}.`,
        () => checkAlgorithms(metadata),
      );
      await step(
        'authentication',
        (how) => `The client authenticates by ${how}.`,
        () => checkAuthentication(metadata, secret?.hasSecret ?? false),
      );
      await step(
        'keys',
        (count) => `Keys that can verify id tokens: ${count}.`,
        () => fetchKeys(metadata),
      );
    }
  }
  return NAMES.map(
    (name) => steps.get(name) ?? { name, isOk: false, message: 'Not tested, because an earlier step failed.' },
  );
}

const clientText = ({ hasSecret }: { hasSecret: boolean }): string =>
  hasSecret ? 'A client id and a client secret are set.' : 'A client id is set, and no client secret.';

async function clientOf({ clientId, clientSecret }: Provider): Promise<{ hasSecret: boolean }> {
  if (!clientId.trim()) throw new Problem('The client id is empty.');
  const secret = await clientSecret().catch(() => {
    throw new Problem('The client secret cannot be read. Set it again.');
  });
  return { hasSecret: secret !== undefined };
}

/** What `fetchJson` reports, in words. An address that is not public is not told from one that does not respond. */
async function fetchDocument(url: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetchJson(url);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const [, status] = /^outbound: (\d{3})$/.exec(error.message) ?? [];
    if (status) throw new Problem(`${cut(url)} responds with status ${status}.`);
    if (error.message === 'outbound: not JSON') throw new Problem(`${cut(url)} does not respond with JSON.`);
    if (error.message === 'outbound: more than 64 KB') throw new Problem(`${cut(url)} responds with more than 64 KB.`);
    throw new Problem(`${cut(url)} does not respond within 3 seconds, or is not a public https address.`);
  }
  if (!response.ok) throw new Problem(`${cut(url)} responds with status ${response.status}.`);
  return response.json().catch(() => {
    throw new Problem(`${cut(url)} does not respond with valid JSON.`);
  });
}

type Document = Readonly<Record<string, unknown>>;

async function discover({ issuer }: Provider): Promise<Document> {
  const document = await fetchDocument(documentAddress(issuer));
  if (typeof document !== 'object' || document === null) throw new Problem('The metadata is not an object.');
  return document as Document;
}

/** An exact match, as a login requires it (metadata.ts). */
function checkIssuer({ issuer }: Provider, document: Document): true {
  if (document.issuer === issuer) return true;
  if (typeof document.issuer !== 'string') throw new Problem('The metadata names no issuer.');
  throw new Problem(`The provider says that it is ${cut(document.issuer)}. Set exactly that as the issuer.`);
}

function readMetadata(document: Document): Metadata {
  const result = metadataSchema.safeParse(document);
  if (result.success) return result.data;
  const fields = [...new Set(result.error.issues.map(({ path }) => String(path[0])))];
  throw new Problem(`Missing, not https or not allowed: ${fields.join(', ')}.`);
}

/** OpenID Connect Discovery 3: providers must support RS256, so an absent list says that. */
function checkAlgorithms({ id_token_signing_alg_values_supported: offered = ['RS256'] }: Metadata): string {
  const supported = offered.filter(isSupportedAlgorithm);
  if (supported.length) return supported.slice(0, 10).join(', ');
  throw new Problem(`None of the algorithms of id tokens is supported: ${cut(offered.join(', '))}.`);
}

/** OpenID Connect Discovery 3: an absent list means `client_secret_basic`. */
function checkAuthentication({ token_endpoint_auth_methods_supported: offered }: Metadata, hasSecret: boolean): string {
  if (!hasSecret) {
    if (!offered || offered.includes('none')) return 'its id alone';
    throw new Problem('The provider requires that the client authenticates. Set the client secret.');
  }
  const method = ['client_secret_post', 'client_secret_basic'].find((each) =>
    (offered ?? ['client_secret_basic']).includes(each),
  );
  if (method) return method;
  throw new Problem(`The provider accepts no client secret, but ${cut((offered ?? []).join(', '))}.`);
}

async function fetchKeys({ jwks_uri }: Metadata): Promise<number> {
  const result = keySetSchema.safeParse(await fetchDocument(jwks_uri));
  if (!result.success) throw new Problem(`${cut(jwks_uri)} is not a set of keys.`);
  const usable = result.data.keys.filter(isSupportedKey).length;
  if (usable) return usable;
  throw new Problem('None of the keys can verify id tokens.');
}
