// Decides which phone numbers get SMS: none that cost the sender or the owner extra, and only countries that tenant and
// deployment allow. Strangers who own such numbers earn from each message ("SMS pumping", OWASP ASVS 2.4.1).
import type { NumberType } from 'libphonenumber-js/max';
import type { AddressKind } from '../contract/channels.ts';
import { fail } from '../contract/errors.ts';
import { config } from '../platform/settings/config.ts';
import type { Tenant } from '../store/tenants/tenants.ts';

type Settings = Pick<Tenant['settings'], 'sms'> | undefined;

/** Ranges that cost extra, or that no person reads. */
const REFUSED_TYPES: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/**
 * Refused unless a list names them: countries under embargoes, where AWS delivers no SMS, and countries and territories
 * with few subscribers whose ranges are known for fraud by artificial traffic. There is no authoritative list. A
 * deployment that knows its countries should name them in GATEHOUSE_SMS_COUNTRIES.
 */
const REFUSED_COUNTRIES: ReadonlySet<string> = new Set(
  'CU IR KP SY SO AC FK GW KI KM NR NU SB SH ST TK TO TV VU WF WS'.split(' '),
);

const isListed = (country: string, lists: (readonly string[])[]): boolean =>
  lists.length ? lists.every((list) => list.includes(country)) : !REFUSED_COUNTRIES.has(country);

/**
 * Returns why the number gets no SMS; `undefined` if it may get one. A country must be in the list of the tenant and in
 * that of the deployment, if they have one. For a range that the metadata does not know, only the country counts.
 */
async function refusalOf(phone: string, settings: Settings): Promise<string | undefined> {
  // 160 KB of metadata: the smaller sets do not know the premium ranges of every country. Loaded with the first number.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const number = parsePhoneNumberFromString(phone);
  if (!number || number.isNonGeographic()) return 'is not a number of a country';
  const type = number.getType();
  if (type && REFUSED_TYPES.has(type)) return 'is a premium or special-rate number';
  const lists = [settings?.sms?.countries, config().smsCountries].filter((list) => list !== undefined);
  const countries: readonly string[] = number.country ? [number.country] : number.getPossibleCountries();
  return countries.some((country) => isListed(country, lists)) ? undefined : 'is in a country that gets no messages';
}

/** Whether an SMS may be sent to the number. `settings` are those of the tenant. */
export const canReceiveSms = async (phone: string, settings: Settings): Promise<boolean> =>
  (await refusalOf(phone, settings)) === undefined;

/** Whether a message may be sent to the address. `settings`: reads those of the tenant, for a number alone. */
export const canReceive = (kind: AddressKind, to: string, settings: () => Promise<Settings>): Promise<boolean> =>
  RECEIVES[kind](to, settings);

const RECEIVES: Readonly<Record<AddressKind, (to: string, settings: () => Promise<Settings>) => Promise<boolean>>> = {
  email: async () => true,
  phone: async (to, settings) => canReceiveSms(to, await settings()),
};

/** Throws INVALID_INPUT, which names `phone` and the reason, if no SMS may be sent to the number. */
export async function requireSmsNumber(phone: string, settings: Settings): Promise<void> {
  const reason = await refusalOf(phone, settings);
  if (reason) fail('INVALID_INPUT', { message: `phone: ${reason}` });
}
