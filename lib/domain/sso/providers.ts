// Identity providers: those of the deployment, from a secret, and those of a tenant, from its settings. A tenant's own
// one wins over one of the deployment with the same name.
import * as z from 'zod/mini';
import type { AppleKey } from '../../crypto/apple-client-secret.ts';
import { Unavailable } from '../../platform/errors.ts';
import { isOutboundUrl } from '../../platform/outbound-fetch.ts';
import { ssoProviders } from '../../platform/secrets.ts';
import type { Tenant } from '../../store/tenants.ts';
import { open } from '../keys/sealed.ts';

/** How a provider is spoken to: OpenID Connect, or what it has instead. */
export type Kind = 'oidc' | 'google' | 'apple' | 'facebook' | 'github';

export type Provider = {
  name: string;
  kind: Kind;
  issuer: string;
  clientId: string;
  /** Of the client, opened when it is needed. Apple's is made of its key. */
  clientSecret: () => Promise<string | undefined>;
  appleKey?: AppleKey | undefined;
  scopes: readonly string[];
  /** Whether what it says of an e-mail address counts as a proof of it. */
  trustEmail: boolean;
  /** Whether whoever it knows may have an account here. */
  allowSignup: boolean;
};

/** What isn't said otherwise. Facebook's addresses are never proofs: it doesn't say which ones it verified. */
const PRESETS = {
  google: { issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'], trustEmail: true },
  apple: { issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'], trustEmail: true },
  facebook: { issuer: 'https://www.facebook.com', scopes: ['public_profile', 'email'], trustEmail: false },
  github: { issuer: 'https://github.com', scopes: ['read:user', 'user:email'], trustEmail: true },
} as const;
export const presets = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
const OIDC_SCOPES = ['openid', 'email', 'profile'];

/** As in a path and in `settings.ssoProviders`. */
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

/** Those of the deployment, by name. Throws `Unavailable` when one of them isn't well-formed: then there is none. */
export async function deploymentProviders(): Promise<ReadonlyMap<string, Provider>> {
  const secret = await ssoProviders();
  if (secret !== parsedFrom) {
    parsed = providersIn(secret);
    parsedFrom = secret;
  }
  return parsed;
}

/** Those that the text describes. Throws `Unavailable` naming the first that is not well-formed. */
export const providersIn = (secret: string | undefined): ReadonlyMap<string, Provider> =>
  new Map(Object.entries(parse(secret)).map(([name, each]) => [name, ofDeployment(name, each)]));

/** The provider that the name means for a tenant. `undefined` for any other name. */
export async function providerOf(tenant: Tenant | undefined, name: string): Promise<Provider | undefined> {
  if (!isProviderName(name)) return undefined;
  const own = tenant?.settings.ssoProviders?.find((each) => each.name === name);
  if (!tenant || !own) return (await deploymentProviders()).get(name);
  const { issuer, clientId, clientSecret: sealed } = own;
  return {
    name,
    kind: 'oidc',
    issuer,
    clientId,
    clientSecret: async () => (sealed === undefined ? undefined : open(sealContext(tenant, name), sealed)),
    scopes: withOpenId(own.scopes ?? OIDC_SCOPES),
    trustEmail: own.trustEmail ?? false,
    allowSignup: own.allowSignup ?? true,
  };
}

const sealContext = ({ id }: Tenant, name: string): string => `sso|${id}|${name}`;
const withOpenId = (scopes: readonly string[]): string[] => [...new Set(['openid', ...scopes])];

/** Nothing of the text may get into an error but the path: it holds secrets. */
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

function ofDeployment(name: string, given: Declared): Provider {
  const preset = given.preset ?? presets.find((each) => each === name && given.issuer === undefined);
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
