// The largest tenant that PATCH takes, as bodies of at most 64 KB and 200 entries. Benchmark and tests compare what requests of its users
// cost with what those of a small one do.

const padded = (text: string, length: number): string => text.padEnd(length, 'x');
const many = <T>(count: number, each: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => each(at));

const provider = (at: number) => ({
  name: padded(`provider-${at}-`, 32),
  issuer: padded(`https://idp-${at}.example/`, 512),
  clientId: padded('client', 256),
  clientSecret: padded('secret', 1024),
  scopes: many(2, (scope) => padded(`scope-${scope}-`, 64)),
  trustEmail: false,
  allowSignup: false,
});

const letters = many(26, (at) => String.fromCharCode(65 + at));

export const LARGEST_TENANT: readonly Record<string, unknown>[] = [
  { settings: { redirectUris: many(50, (at) => padded(`https://app-${at}.example/`, 1024)) } },
  { settings: { ssoProviders: many(20, provider) } },
  {
    settings: {
      allowedOrigins: many(40, (at) => `https://${padded(`o${at}`, 60)}.${padded('a', 60)}.${padded('b', 60)}.example`),
      links: {
        resetPassword: padded('https://app.example/{token}', 1024),
        acceptInvite: padded('https://app.example/{token}', 1024),
        verifyEmail: padded('https://app.example/{code}', 1024),
      },
      session: {
        accessTtlSeconds: 899,
        idleTtlSeconds: 2_591_999,
        absoluteTtlSeconds: 2_591_999,
        maxPerUser: 49,
        deviceBinding: 'require',
      },
      mfa: { policy: 'optional', methods: ['email', 'sms', 'totp'] },
      signup: { mode: 'instant' },
      binding: { redirects: 'required', codes: 'optional' },
      password: { minLength: 9, mustChangeInitial: false },
      locale: 'de',
      branding: {
        name: padded('name', 60),
        colors: {
          light: { accent: '#000000', background: '#ffffff' },
          dark: { accent: '#ffffff', background: '#000000' },
        },
        links: {
          terms: padded('https://acme.example/', 512),
          privacy: padded('https://acme.example/', 512),
          support: padded('https://acme.example/', 512),
        },
      },
    },
  },
  { settings: { sms: { countries: letters.flatMap((one) => letters.map((two) => one + two)).slice(0, 190) } } },
  {
    metadata: Object.fromEntries(many(8, (at) => [`field${at}`, padded('text', 1000)])),
    description: padded('d', 1000),
  },
];
