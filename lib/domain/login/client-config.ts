// Tells a sign-in page what is enabled in this deployment. It is public, so it says nothing about accounts.
import type { Reply } from '../../contract/index.ts';
import { config } from '../../platform/config.ts';
import { describeError, log } from '../../platform/log.ts';
import { USER_GUARD } from '../access/grants.ts';
import { deploymentProviders, type Provider, presets } from '../sso/providers.ts';

const off = { enabled: false };

/** Returns the public configuration. Providers that cannot be read are left out. */
export async function clientConfig(): Promise<Reply<'GET /auth/client-config'>> {
  const providers = await deploymentProviders().catch(useNone);
  const clientOf = (name: string): string | undefined => providers.get(name)?.clientId;
  const social = (name: string) => ({ enabled: providers.has(name), clientId: clientOf(name) });
  return {
    tenants: { enabled: true, mode: 'isolated' },
    // In cookie mode, which any request may select.
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
    // What the service offers. Each tenant has its own policy.
    mfa: { enabled: true, methods: ['totp', 'email', 'sms'], allowUserToggle: true, allowMethodSelection: true },
    platformAccess: off,
    accessTokenType: config().tokenType,
  };
}

/** Logs the error and returns no providers: logins with a password must work while providers cannot be read. */
function useNone(error: unknown): ReadonlyMap<string, Provider> {
  log.error('identity_providers', describeError(error));
  return new Map();
}
