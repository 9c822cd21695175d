// Names the fields of an application that are an input each. The console shows them all; those `forPeople`, unless it is a machine.
export const applicationTexts = {
  redirectUris: {
    as: 'lines',
    forPeople: true,
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
    forPeople: true,
    en: 'Post-logout redirect URIs',
    de: 'Redirect-URIs nach der Abmeldung',
    hint: {
      en: 'Where the browser may return to after signing out, one per line.',
      de: 'Wohin der Browser nach der Abmeldung zurückkehren darf, eine pro Zeile.',
    },
  },
  backchannelLogoutUri: {
    as: 'url',
    forPeople: true,
    most: 1024,
    en: 'Back-channel logout URI',
    de: 'Back-Channel-Logout-URI',
    hint: {
      en: 'The https address that is told when a session ends.',
      de: 'Die https-Adresse, die vom Ende einer Sitzung erfährt.',
    },
  },
  accessTtlSeconds: {
    as: 'number',
    least: 5,
    most: 900,
    en: 'Lifetime of access tokens in seconds',
    de: 'Lebensdauer der Access-Tokens in Sekunden',
    hint: { en: '5 to 900. Empty: as the tenant.', de: '5 bis 900. Leer: wie der Mandant.' },
  },
  refreshTtlSeconds: {
    as: 'number',
    forPeople: true,
    least: 10,
    most: 2_592_000,
    en: 'Sessions end without a refresh after, in seconds',
    de: 'Sitzungen enden ohne Erneuerung nach, in Sekunden',
    hint: {
      en: '10 to 2 592 000 (30 days). Empty: as the tenant.',
      de: '10 bis 2 592 000 (30 Tage). Leer: wie der Mandant.',
    },
  },
} as const;
