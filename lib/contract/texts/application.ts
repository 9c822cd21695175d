// Names the fields of an application that are an input each. The console shows all that its
// kind can have.
const PEOPLE = ['browser', 'native', 'server'] as const;
const KEEPERS = ['server', 'machine'] as const;

export const applicationTexts = {
  redirectUris: {
    as: 'lines',
    kinds: PEOPLE,
    isNeeded: true,
    en: 'Redirect URIs',
    de: 'Redirect-URIs',
    hint: {
      en: 'Where the browser may return to with a code, one per line, compared exactly.',
      de: 'Wohin der Browser mit einem Code zurückkehren darf, eine pro Zeile, genau verglichen.',
    },
  },
  postLogoutRedirectUris: {
    as: 'lines',
    kinds: PEOPLE,
    en: 'Post-logout redirect URIs',
    de: 'Redirect-URIs nach der Abmeldung',
    hint: {
      en: 'Where the browser may return to after signing out, one per line.',
      de: 'Wohin der Browser nach der Abmeldung zurückkehren darf, eine pro Zeile.',
    },
  },
  backchannelLogoutUri: {
    as: 'url',
    kinds: PEOPLE,
    most: 1024,
    en: 'Back-channel logout URI',
    de: 'Back-Channel-Logout-URI',
    hint: {
      en: 'The https address that is told when a session ends.',
      de: 'Die https-Adresse, die vom Ende einer Sitzung erfährt.',
    },
  },
  accountByDefault: {
    as: 'check',
    kinds: PEOPLE,
    en: 'Its tokens open the account',
    de: 'Ihre Tokens öffnen das Konto',
    hint: {
      en: 'They have the scope account without asking. For applications made before scopes counted.',
      de: 'Sie haben den Scope account, ohne ihn zu verlangen. Für Anwendungen aus der Zeit, bevor Scopes zählten.',
    },
  },
  requiresPar: {
    as: 'check',
    kinds: PEOPLE,
    en: 'Requests must be pushed',
    de: 'Anfragen müssen hinterlegt werden',
    hint: {
      en: 'It must use pushed authorization requests (RFC 9126).',
      de: 'Sie muss Pushed Authorization Requests verwenden (RFC 9126).',
    },
  },
  requiresDpop: {
    as: 'check',
    en: 'Tokens must be bound to a key',
    de: 'Tokens müssen an einen Schlüssel gebunden sein',
    hint: { en: 'It must send a DPoP proof (RFC 9449).', de: 'Sie muss einen DPoP-Nachweis senden (RFC 9449).' },
  },
  refusesSecrets: {
    as: 'check',
    kinds: KEEPERS,
    en: 'Secrets are refused',
    de: 'Geheimnisse werden abgelehnt',
    hint: {
      en: 'It authenticates with a signed assertion alone (private_key_jwt).',
      de: 'Sie weist sich nur mit einer signierten Assertion aus (private_key_jwt).',
    },
  },
  accessTtlSeconds: {
    as: 'seconds',
    least: 5,
    most: 3600,
    en: 'Lifetime of access tokens',
    de: 'Lebensdauer der Access-Tokens',
    hint: { en: '5 seconds to 1 hour. Empty: as the tenant.', de: '5 Sekunden bis 1 Stunde. Leer: wie der Mandant.' },
  },
  refreshTtlSeconds: {
    as: 'seconds',
    kinds: PEOPLE,
    least: 10,
    most: 2_592_000,
    en: 'Sessions end without a refresh after',
    de: 'Sitzungen enden ohne Erneuerung nach',
    hint: {
      en: '10 seconds to 30 days. Empty: as the tenant.',
      de: '10 Sekunden bis 30 Tage. Leer: wie der Mandant.',
    },
  },
} as const;
