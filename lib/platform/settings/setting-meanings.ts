// Lists the settings of the functions (lib/platform/settings/config.ts) that a deployment may choose, with their meanings. The
// others follow from the stack, or are for the local run.

/** Name -> meaning. The schema defines the valid values. docs/configuration.md is generated from it. */
export const VARIABLES = {
  GATEHOUSE_APP_NAME: 'The name of the service in authenticator apps and messages; at most 64 characters.',
  GATEHOUSE_AUDIENCE: 'The audience of access tokens. Defaults to the base URL.',
  GATEHOUSE_TOKEN_TYPE: '`header` or `cookie`: how tokens are delivered to clients that do not choose.',
  GATEHOUSE_PASSKEY_RP_ID:
    'The domain that passkeys belong to: the host of the base URL, or a domain above it, which you keep. Without it there are no passkeys. Another one later makes every passkey useless.',
  GATEHOUSE_PASSKEY_ORIGINS:
    'Further origins whose pages may use the passkeys, separated by commas, of at most five sites. A tenant lists those of its own in `allowedOrigins`; those of `GATEHOUSE_ALLOWED_ORIGINS` are for all. `/.well-known/webauthn` lists them for browsers.',
  GATEHOUSE_CSRF:
    '`auto`, `always` or `off`: when requests with cookies must prove that they come from one of your pages.',
  GATEHOUSE_ALLOWED_ORIGINS: 'Origins of pages that may call the API from a browser, separated by commas.',
  GATEHOUSE_INVITE_LINK:
    'Where invitations lead in tenants without `settings.links.acceptInvite`: a URL with `{token}`, which your page sends to `POST /auth/reset-password`. Default: our page, `<base URL>/login/invitation#token={token}`.',
  GATEHOUSE_BRANDING:
    'The face of sign-in pages, for tenants that choose no other, as JSON: `{"colors":{"light":{"accent":"#0f766e"}},"links":{"terms":"https://example.com/terms"}}`. Fields as in `settings.branding` of a tenant; the name is `GATEHOUSE_APP_NAME`.',
  GATEHOUSE_SIGNING_ALG: '`RS256`, `ES256` or `EdDSA`: the algorithm of access tokens, from the next key on.',
  GATEHOUSE_PASSWORD_HASH: '`auto` (Argon2id if the runtime supports it), `argon2id` or `bcrypt`.',
  GATEHOUSE_ACCESS_TTL:
    'Lifetime of an access token in seconds; at most 3600. As late may services that verify offline notice the end of a session. Tokens without a session, such as those of machines, live 900 at most.',
  GATEHOUSE_SESSION_IDLE_TTL: 'Seconds after which an unused session ends; at most 30 days.',
  GATEHOUSE_SESSION_ABSOLUTE_TTL: 'Seconds after which any session ends; at most 30 days.',
  GATEHOUSE_PENDING_TTL: 'Seconds to enter a second factor; at most 900.',
  GATEHOUSE_ADMIN_IDLE_TTL: 'Seconds after which an unused admin session ends; at most 12 hours.',
  GATEHOUSE_ADMIN_ABSOLUTE_TTL: 'Seconds after which any admin session ends; at most 12 hours.',
  GATEHOUSE_ADMIN_TOTP:
    '`optional` or `required`: whether an admin must set up an authenticator app, or a passkey, before doing anything else.',
  GATEHOUSE_ADMIN_PASSKEYS:
    '`off`, `optional` or `required`: whether admins may have passkeys, or must add one before doing anything else. Has no effect without `GATEHOUSE_PASSKEY_RP_ID`; `required` needs it.',
  GATEHOUSE_ADMIN_DEVICE_BOUND:
    '`off`, `prefer` or `require`: whether new sessions of admins are bound to a key of the browser’s device. With `require`, a session that is not bound ends a minute after its login, also that of a script. Needs https.',
  GATEHOUSE_ACTING: '`off` or `allowed`: whether an admin may act as a user, in tenants whose settings allow it.',
  GATEHOUSE_ADMIN_PROVIDER:
    'The OpenID provider that admins may log in with: its name in the secret of identity providers. It serves admins alone; its redirect URI is `<base URL>/auth/admin/sso/callback`.',
  GATEHOUSE_TRUSTED_DEVICE_TTL: 'Seconds for which a trusted device needs no second factor; at most 30 days.',
  GATEHOUSE_REFRESH_GRACE:
    'Seconds in which a refresh token that was just rotated does not count as reuse; at most 30.',
  GATEHOUSE_SESSIONS_PER_USER: 'Concurrent sessions of a user; at most 50.',
  GATEHOUSE_APPLICATION_SESSIONS_PER_USER:
    'Sessions that applications have of a user, in all browsers together; 20 to 500. One more ends the oldest of the same application. Without one it is refused.',
  GATEHOUSE_SESSIONS_SINCE:
    'A timestamp such as `2026-11-21T10:00:00Z`. Older sessions and trusted devices are rejected, and older copies of tenants, roles and applications are not used.',
  GATEHOUSE_CODE_TTL: 'Lifetime of a code in seconds; at most 600.',
  GATEHOUSE_RESET_TTL: 'Lifetime of a password reset token in seconds; at most 3600.',
  GATEHOUSE_INVITE_TTL: 'Lifetime of an invitation in seconds; at most 7 days.',
  GATEHOUSE_ADMIN_INVITE_TTL: 'Lifetime of the invitation of an admin in seconds; at most 7 days.',
  GATEHOUSE_SES_CONFIGURATION_SET: 'The SES configuration set for sending e-mails.',
  GATEHOUSE_SMS_SENDER_ID: 'The sender id of SMS, in countries that allow one; at most 11 letters and digits.',
  GATEHOUSE_SMS_COUNTRIES:
    'Countries that SMS may be sent to: ISO 3166-1 codes such as `DE,AT,CH`. Tenants may narrow the list. Defaults to all, without premium numbers and a few countries known for fraud.',
  GATEHOUSE_CEILINGS:
    'Limits by address and budgets of tenants that differ from their defaults, such as `login-ip=500,signup-ip=1000`. The names are [below](#limits).',
  GATEHOUSE_LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `none`.',
} as const satisfies Readonly<Record<string, string>>;
