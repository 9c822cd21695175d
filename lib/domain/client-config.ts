// What a sign-in page needs to know before anybody logs in. Says what is switched on here, never who is here.
import { config } from '../platform/config.ts';
import { USER_GUARD } from './authorization.ts';

const off = { enabled: false };

/** The public configuration of this deployment. */
export function clientConfig() {
  return {
    tenants: { enabled: true, mode: 'isolated' as const },
    // In cookie mode, which any request may ask for.
    multipleAccounts: { enabled: true },
    roleGuards: [USER_GUARD],
    emailAuth: { enabled: true },
    phoneAuth: { enabled: true },
    passwordless: { enabled: true, allowSignUp: false },
    google: off,
    facebook: off,
    apple: off,
    github: off,
    customProviders: [],
    registration: { enabled: true, requireInvitation: false, collectProfileFields: [] },
    // What there is; each tenant has a policy of its own.
    mfa: { enabled: true, methods: ['totp', 'email', 'sms'], allowUserToggle: true, allowMethodSelection: true },
    platformAccess: off,
    accessTokenType: config().tokenType,
  };
}
