// What a sign-in page needs to know before anybody logs in. Says what is switched on here, never who is here.
import type { Reply } from '../../contract/index.ts';
import { config } from '../../platform/config.ts';
import { describeError, log } from '../../platform/log.ts';
import { USER_GUARD } from '../access/grants.ts';
import { deploymentProviders, type Provider, presets } from '../sso/providers.ts';

const off = { enabled: false };

/** The public configuration of this deployment. */
export async function clientConfig(): Promise<Reply<'GET /auth/client-config'>> {
  const providers = await deploymentProviders().catch(none);
  const clientOf = (name: string): string | undefined => providers.get(name)?.clientId;
  const social = (name: string) => ({ enabled: providers.has(name), clientId: clientOf(name) });
  return {
    tenants: { enabled: true, mode: 'isolated' },
    // In cookie mode, which any request may ask for.
    multipleAccounts: { enabled: true },
    roleGuards: [USER_GUARD],
    emailAuth: { enabled: true },
    phoneAuth: { enabled: true },
    passwordless: { enabled: true, allowSignUp: false },
    google: social('google'),
    facebook: { enabled: providers.has('facebook'), appId: clientOf('facebook') },
    apple: social('apple'),
    github: social('github'),
    customProviders: [...providers.keys()].filter((name) => !presets.some((preset) => preset === name)),
    registration: { enabled: true, requireInvitation: false, collectProfileFields: [] },
    // What there is; each tenant has a policy of its own.
    mfa: { enabled: true, methods: ['totp', 'email', 'sms'], allowUserToggle: true, allowMethodSelection: true },
    platformAccess: off,
    accessTokenType: config().tokenType,
  };
}

/** Logging in with a password must go on while identity providers can't be read. */
function none(error: unknown): ReadonlyMap<string, Provider> {
  log.error('identity_providers', describeError(error));
  return new Map();
}
