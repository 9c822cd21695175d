// Gives applications an authenticator in software. Its types need neither Node nor what attacks on the service do with it.
import type { UserClient } from '../client/index.ts';
import { softwareAuthenticator as authenticator } from './authenticator.ts';

type Passkeys = UserClient['passkeys'];
type OptionsOf<Name extends 'options' | 'loginOptions'> = Awaited<ReturnType<Passkeys[Name]>>['options'];
type CredentialOf<Name extends 'add' | 'login'> = Parameters<Passkeys[Name]>[0]['credential'];

/** The options of `softwareAuthenticator`. */
export type AuthenticatorOptions = {
  /** The origin of the page on which people would use it, such as `gatehouse.url`. */
  origin: string;
  /** Whether it verifies its user, by a PIN or a biometric. Default: true. */
  verifiesUser?: boolean;
  /** Whether its passkeys are copied to other devices of the user. Default: false. */
  isSynced?: boolean;
};

/** An authenticator, behind a browser that shows a page of the origin. */
export type SoftwareAuthenticator = {
  /** Makes a passkey, as `navigator.credentials.create`. Returns what its `toJSON` does. Throws for one that it has. */
  create: (options: OptionsOf<'options'>) => CredentialOf<'add'>;
  /** Uses the newest passkey that fits, as `navigator.credentials.get`. Throws if there is none. */
  get: (options: OptionsOf<'loginOptions'>) => CredentialOf<'login'>;
};

/** Returns an authenticator without passkeys. */
export function softwareAuthenticator(options: AuthenticatorOptions): SoftwareAuthenticator {
  const { create, get } = authenticator(options);
  return { create: (asked) => create(asked), get: (asked) => get(asked) };
}
