// Lists the limits that a deployment may choose, with their defaults and bounds. The limits of single accounts are not
// among them: they are promises about guessing (SECURITY.md). The windows are in lib/domain/credentials/limit-table.ts.

/** `per`: who shares the ceiling. `meaning` completes "the number of". */
export type Ceiling = {
  standard: number;
  least: number;
  most: number;
  per: 'application' | 'API key' | 'address' | 'tenant and address' | 'tenant' | 'tenant and number range';
  meaning: string;
};

const ceiling = (
  standard: number,
  [least, most]: readonly [number, number],
  per: Ceiling['per'],
  meaning: string,
): Ceiling => ({ standard, least, most, per, meaning });

/** Name in GATEHOUSE_CEILINGS -> its bounds. An address is an IPv4 address or the /64 of an IPv6 address. */
export const CEILINGS = {
  'login-ip': ceiling(150, [10, 10_000], 'address', 'logins in 15 minutes, right ones refunded'),
  'admin-ip': ceiling(50, [10, 1000], 'address', 'logins of admins in 15 minutes, right ones refunded'),
  'sso-ip': ceiling(300, [10, 10_000], 'address', 'logins begun at a provider in 15 minutes, completed ones refunded'),
  'signup-ip': ceiling(300, [5, 10_000], 'address', 'sign-ups in an hour'),
  'signup-collision': ceiling(5, [1, 100], 'address', 'responses in an hour that say that an address is taken'),
  'lookup-ip': ceiling(50, [10, 10_000], 'address', 'lookups of tenants in a minute, successful ones refunded'),
  'code-ip': ceiling(100, [10, 10_000], 'address', 'codes for a password reset in 15 minutes, right ones refunded'),
  'token-ip': ceiling(
    50,
    [10, 10_000],
    'address',
    'tokens of resets and invitations in 15 minutes, right ones refunded',
  ),
  'refresh-ip': ceiling(
    300,
    [10, 10_000],
    'address',
    'refused refresh tokens in 15 minutes, but for those of ended sessions',
  ),
  'client-ip': ceiling(300, [10, 10_000], 'address', 'refused applications and API keys in 15 minutes'),
  'machine-token': ceiling(600, [10, 1_000_000], 'application', 'tokens in a minute for a machine or an API key'),
  'api-key-use': ceiling(6000, [10, 10_000_000], 'API key', 'uses in a minute, counted in hundreds'),
  'send-ip': ceiling(30, [1, 10_000], 'address', 'messages requested in an hour by callers who are not logged in'),
  'sms-share': ceiling(50, [1, 10_000], 'tenant and address', 'SMS requested in a day'),
  'sms-prefix': ceiling(
    50,
    [1, 10_000],
    'tenant and number range',
    'SMS in an hour to numbers that differ in four digits',
  ),
  'email-tenant-day': ceiling(20_000, [0, 100_000_000], 'tenant', 'e-mails in a day, by kind of request'),
  'email-tenant-most': ceiling(200_000, [0, 100_000_000], 'tenant', 'e-mails in a day that a tenant may choose'),
  'sms-tenant-day': ceiling(1000, [0, 10_000_000], 'tenant', 'SMS in a day, by kind of request'),
  'sms-tenant-most': ceiling(10_000, [0, 10_000_000], 'tenant', 'SMS in a day that a tenant may choose'),
  'code-alarm': ceiling(
    300,
    [10, 1_000_000],
    'tenant',
    'wrong codes in an hour above which the alarm Guessing goes off',
  ),
} as const satisfies Record<string, Ceiling>;

export type CeilingName = keyof typeof CEILINGS;
export type Ceilings = Readonly<Record<CeilingName, number>>;

const isName = (name: string): name is CeilingName => Object.hasOwn(CEILINGS, name);

/**
 * Returns every ceiling: those in the text, such as `login-ip=500,signup-ip=1000`, and the defaults of the others.
 * Returns what is wrong if a name is unknown or named twice, a number is out of bounds, or a tenant's default exceeds
 * what a tenant may choose.
 */
export function readCeilings(text: string): Ceilings | string {
  const all: Record<string, number> = Object.fromEntries(
    Object.entries(CEILINGS).map(([name, { standard }]) => [name, standard]),
  );
  const seen = new Set<string>();
  for (const pair of text === '' ? [] : text.split(',')) {
    const [name = '', value = '', ...more] = pair.split('=');
    if (!isName(name)) return `${name || pair} is no ceiling`;
    const { least, most } = CEILINGS[name];
    if (seen.has(name)) return `${name} is named twice`;
    if (more.length || !/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most)
      return `${name} must be a whole number from ${least} to ${most}`;
    seen.add(name);
    all[name] = Number(value);
  }
  const ceilings = all as Ceilings;
  for (const channel of ['email', 'sms'] as const)
    if (ceilings[`${channel}-tenant-day`] > ceilings[`${channel}-tenant-most`])
      return `${channel}-tenant-day exceeds ${channel}-tenant-most`;
  return ceilings;
}
