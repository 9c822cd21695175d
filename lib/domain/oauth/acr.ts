// Says which authentication context classes a login has (OpenID Connect Core 2, `acr`).
import { ACR_VALUES, MFA_ACR, PHISHING_RESISTANT_ACR } from '../../contract/groups/oauth-browser.ts';
import type { Session } from '../../store/people/sessions.ts';

type Login = Pick<Session, 'amr' | 'mfaAt'>;

/** The `amr` of passkeys, in hardware or synced (RFC 8176 2). */
const PASSKEYS = ['hwk', 'swk'];

const CLASSES: Readonly<Record<string, (login: Login) => boolean>> = {
  [MFA_ACR]: ({ mfaAt }) => mfaAt !== null,
  // Without its proof here, a session that a switch of tenant began tells what opened another account.
  [PHISHING_RESISTANT_ACR]: ({ amr, mfaAt }) => mfaAt !== null && amr.some((method) => PASSKEYS.includes(method)),
};

/** Returns those that are known here, in the order of preference. Others ask for nothing. */
export const knownIn = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => ACR_VALUES.includes(value as string));

/** Returns the first of the classes that the login has. */
export const firstMet = (login: Login, values: readonly string[]): string | undefined =>
  values.find((value) => CLASSES[value]?.(login));
