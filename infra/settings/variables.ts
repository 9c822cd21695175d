// Settings of the functions (lib/platform/config.ts) that a deployment may choose, with what they mean. The others
// follow from the stack, or are for the local run.

/** Name -> meaning; what each may be is the schema's to say. docs/configuration.md is made from it. */
export const VARIABLES: Readonly<Record<string, string>> = {
  GATEHOUSE_APP_NAME: 'What authenticator apps and messages call the service; at most 64 characters.',
  GATEHOUSE_AUDIENCE: 'The audience of access tokens; the base URL if not set.',
  GATEHOUSE_TOKEN_TYPE: '`header` or `cookie`: how tokens are delivered to clients that don’t say.',
  GATEHOUSE_CSRF:
    '`auto`, `always` or `off`: when requests with cookies must show that they come from a page of yours.',
  GATEHOUSE_ALLOWED_ORIGINS: 'Origins of pages that may call the API from a browser, separated by commas.',
  GATEHOUSE_SIGNING_ALG: '`RS256`, `ES256` or `EdDSA`: of access tokens, from the next key on.',
  GATEHOUSE_PASSWORD_HASH: '`auto` (Argon2id where the runtime has it), `argon2id` or `bcrypt`.',
  GATEHOUSE_ACCESS_TTL: 'Seconds that an access token lives; at most 900.',
  GATEHOUSE_SESSION_IDLE_TTL: 'Seconds after which an unused session ends; at most 30 days.',
  GATEHOUSE_SESSION_ABSOLUTE_TTL: 'Seconds after which any session ends; at most 30 days.',
  GATEHOUSE_PENDING_TTL: 'Seconds to show a second factor in; at most 900.',
  GATEHOUSE_ADMIN_IDLE_TTL: 'Seconds after which an unused admin session ends; at most 12 hours.',
  GATEHOUSE_ADMIN_ABSOLUTE_TTL: 'Seconds after which any admin session ends; at most 12 hours.',
  GATEHOUSE_TRUSTED_DEVICE_TTL: 'Seconds that a trusted device is not asked for a second factor; at most 30 days.',
  GATEHOUSE_REFRESH_GRACE: 'Seconds in which a refresh token that was just rotated is no reuse; at most 30.',
  GATEHOUSE_SESSIONS_PER_USER: 'Sessions that a user may have at once; at most 50.',
  GATEHOUSE_SESSIONS_SINCE:
    'A moment such as `2026-11-21T10:00:00Z`: sessions and trusted devices from before it count no longer.',
  GATEHOUSE_CODE_TTL: 'Seconds that a code lives; at most 600.',
  GATEHOUSE_RESET_TTL: 'Seconds that the token of a password reset lives; at most 3600.',
  GATEHOUSE_INVITE_TTL: 'Seconds that an invitation lives; at most 7 days.',
  GATEHOUSE_SES_CONFIGURATION_SET: 'The configuration set of SES that e-mails are sent with.',
  GATEHOUSE_SMS_SENDER_ID: 'What an SMS comes from, where the country allows it; at most 11 letters and digits.',
  GATEHOUSE_LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `none`.',
};
