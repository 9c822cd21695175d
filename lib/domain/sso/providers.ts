// Finds identity providers: the deployment's, from a secret, and a tenant's, from its settings. A tenant's provider
// replaces one of the deployment with the same name.
import * as z from 'zod/mini';
import type { AppleKey } from '../../crypto/apple-client-secret.ts';
import { ssoProviders } from '../../platform/aws/secrets.ts';
import { Unavailable } from '../../platform/errors.ts';
import { isOutboundUrl } from '../../platform/outbound/outbound-fetch.ts';
import { config } from '../../platform/settings/config.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { enabledOf, type OwnProvider } from '../enabled-providers.ts';
import { open } from '../keys/sealed.ts';

/** The protocol of a provider: OpenID Connect, or its own. */
export type Kind = 'oidc' | 'google' | 'apple' | 'facebook' | 'github';

export type Provider = {
  name: string;
  /** Whether the tenant configured it. Its logins prove nothing in other tenants. */
  isOfTenant: boolean;
  kind: Kind;
  issuer: string;
  clientId: string;
  /** The client secret, opened when it is needed. Apple's is signed with `appleKey` instead. */
  clientSecret: () => Promise<string | undefined>;
  appleKey?: AppleKey | undefined;
  scopes: readonly string[];
  /** Whether an e-mail address that the provider verified counts as verified here. */
  trustEmail: boolean;
  /** Whether a login may create an account. */
  allowSignup: boolean;
  /** Where the provider sends the browser back, if not where those of tenants do. */
  callbackPath?: string;
  /** The provider is to ask a person again whose login there is older. */
  maxAgeSeconds?: number;
};

/**
 * Defaults by provider. Facebook's addresses are never trusted: it does not say which ones it verified. GitHub knows of an
 * address only that the user had it once, as Google of those outside its own domains, so it is trusted if the deployment
 * says so.
 */
const PRESETS = {
  google: { issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'], trustEmail: true },
  apple: { issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'], trustEmail: true },
  facebook: { issuer: 'https://www.facebook.com', scopes: ['public_profile', 'email'], trustEmail: false },
  github: { issuer: 'https://github.com', scopes: ['read:user', 'user:email'], trustEmail: false },
} as const;
export const presets = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
const OIDC_SCOPES = ['openid', 'email', 'profile'];

/** A provider's name in paths and in `settings.ssoProviders`. */
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
export const isProviderName = (text: string): boolean => NAME.test(text);

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const declared = z.strictObject({
  preset: z.optional(z.enum(presets)),
  issuer: z.optional(text(512).check(z.refine((url) => isOutboundUrl(url) && !/[?#]/.test(url)))),
  clientId: text(256),
  clientSecret: z.optional(text(1024)),
  teamId: z.optional(text(64)),
  keyId: z.optional(text(64)),
  privateKey: z.optional(text(4096)),
  scopes: z.optional(z.array(text(64)).check(z.maxLength(20))),
  trustEmail: z.optional(z.boolean()),
  allowSignup: z.optional(z.boolean()),
});
type Declared = z.output<typeof declared>;
const all = z.record(z.string().check(z.regex(NAME)), declared);

let parsedFrom: string | undefined;
let parsed: ReadonlyMap<string, Provider> = new Map();

/**
 * Returns the deployment's providers for tenants, by name. Admins have theirs to themselves: what opens the console opens
 * nothing else. Throws `Unavailable` if one of them is malformed.
 */
export async function deploymentProviders(): Promise<ReadonlyMap<string, Provider>> {
  return new Map([...(await everyProvider())].filter(([name]) => name !== config().adminProvider));
}

/**
 * Returns the provider that admins log in with; `undefined` if the deployment has none. The operator chose it for that, so
 * an address that it verified counts. Throws `Unavailable` if it is not in the secret, or no OpenID provider.
 */
export async function adminProvider(callbackPath: string, maxAgeSeconds: number): Promise<Provider | undefined> {
  const { adminProvider: name } = config();
  if (name === undefined) return undefined;
  const provider = (await everyProvider()).get(name);
  if (!provider || (provider.kind !== 'oidc' && provider.kind !== 'google')) throw malformed(name);
  return { ...provider, trustEmail: true, callbackPath, maxAgeSeconds };
}

async function everyProvider(): Promise<ReadonlyMap<string, Provider>> {
  const secret = await ssoProviders();
  if (secret !== parsedFrom) {
    parsed = providersIn(secret);
    parsedFrom = secret;
  }
  return parsed;
}

/** Parses the secret. Throws `Unavailable`, naming the first malformed provider. */
export const providersIn = (secret: string | undefined): ReadonlyMap<string, Provider> =>
  new Map(Object.entries(parse(secret)).map(([name, given]) => [name, readProvider(name, given)]));

/** Returns the provider of this name for a tenant; `undefined` if there is none that is switched on. */
export async function providerOf(tenant: Tenant | undefined, name: string): Promise<Provider | undefined> {
  if (!isProviderName(name)) return undefined;
  const own = tenant && enabledOf(tenant).find((provider) => provider.name === name);
  if (!tenant || !own) return (await deploymentProviders()).get(name);
  return asProvider(tenant, own);
}

/** Returns the tenant's own provider of this name, also one that is off: to test and to try it. */
export function ownProviderOf(tenant: Tenant, name: string): Provider | undefined {
  const own = tenant.settings.ssoProviders?.find((provider) => provider.name === name);
  return own && asProvider(tenant, own);
}

function asProvider(tenant: Tenant, own: OwnProvider): Provider {
  const { name, issuer, clientId, clientSecret: sealed } = own;
  return {
    name,
    isOfTenant: true,
    // Which addresses Google vouches for does not depend on whose client asks.
    kind: issuer === PRESETS.google.issuer ? 'google' : 'oidc',
    issuer,
    clientId,
    clientSecret: async () => (sealed === undefined ? undefined : open(sealContext(tenant, name), sealed)),
    scopes: scopesOf(own),
    trustEmail: own.trustEmail ?? false,
    allowSignup: own.allowSignup ?? true,
  };
}

const sealContext = ({ id }: Tenant, name: string): string => `sso|${id}|${name}`;
/** The scopes that a login asks the tenant's own provider for. */
export const scopesOf = ({ scopes }: Pick<OwnProvider, 'scopes'>): string[] => withOpenId(scopes ?? OIDC_SCOPES);
const withOpenId = (scopes: readonly string[]): string[] => [...new Set(['openid', ...scopes])];

/** An error names only the path: the text contains secrets. */
function parse(secret: string | undefined): Record<string, Declared> {
  if (!secret) return {};
  const result = all.safeParse(json(secret));
  if (!result.success) throw malformed(result.error.issues[0]?.path.map(String).join('.') || 'the secret');
  return result.data;
}

function json(secret: string): unknown {
  try {
    return JSON.parse(secret);
  } catch {
    throw malformed('the secret');
  }
}

const malformed = (what: string): Unavailable => new Unavailable(`identity providers: ${what} is not valid`);

/**
 * Returns a provider of the deployment, completed by its preset. Throws `Unavailable` if a required field is missing.
 */
function readProvider(name: string, given: Declared): Provider {
  const preset = given.preset ?? presets.find((known) => known === name && given.issuer === undefined);
  const { teamId, keyId, privateKey } = given;
  const appleKey = teamId && keyId && privateKey ? { teamId, keyId, privateKey } : undefined;
  if ((preset === 'apple') !== (appleKey !== undefined)) throw malformed(`${name}.privateKey`);
  if (preset && preset !== 'apple' && given.clientSecret === undefined) throw malformed(`${name}.clientSecret`);
  const defaults = preset && PRESETS[preset];
  const issuer = given.issuer ?? defaults?.issuer;
  if (!issuer) throw malformed(`${name}.issuer`);
  const isOAuth = preset === 'facebook' || preset === 'github';
  const scopes = given.scopes ?? defaults?.scopes ?? OIDC_SCOPES;
  return {
    name,
    isOfTenant: false,
    kind: preset ?? 'oidc',
    issuer,
    clientId: given.clientId,
    clientSecret: async () => given.clientSecret,
    appleKey,
    scopes: isOAuth ? scopes : withOpenId(scopes),
    trustEmail: preset === 'facebook' ? false : (given.trustEmail ?? defaults?.trustEmail ?? false),
    allowSignup: given.allowSignup ?? true,
  };
}
