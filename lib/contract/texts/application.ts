// Names the fields of an application that are an input each. The console shows all that its
// kind can have.
const PEOPLE = ['browser', 'native', 'server'] as const;
const KEEPERS = ['server', 'machine'] as const;

export const applicationTexts = {
  redirectUris: {
    as: 'lines',
    kinds: PEOPLE,
    isNeeded: true,
  },
  postLogoutRedirectUris: {
    as: 'lines',
    kinds: PEOPLE,
  },
  backchannelLogoutUri: {
    as: 'url',
    kinds: PEOPLE,
    most: 1024,
  },
  accountByDefault: {
    as: 'check',
    kinds: PEOPLE,
  },
  requiresPar: {
    as: 'check',
    kinds: PEOPLE,
  },
  requiresDpop: {
    as: 'check',
  },
  refusesSecrets: {
    as: 'check',
    kinds: KEEPERS,
  },
  accessTtlSeconds: {
    as: 'seconds',
    least: 5,
    most: 3600,
  },
  refreshTtlSeconds: {
    as: 'seconds',
    kinds: PEOPLE,
    least: 10,
    most: 2_592_000,
  },
} as const;
