// Calls WebAuthn (Level 3) of the browser, with options and credentials as JSON. Browsers convert both by themselves:
// Chrome 129, Firefox 119, Safari 18.4. In older ones there are no passkeys, and people sign in another way.
import { type ClientErrorCode, GatehouseError } from './error.ts';

/** A value of JSON that only the browser and the service read. */
export type Json = Readonly<Record<string, unknown>>;

/** Members that the types of older compilers do not know. */
type Api = {
  parseCreationOptionsFromJSON: (options: Json) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON: (options: Json) => PublicKeyCredentialRequestOptions;
  isConditionalMediationAvailable?: () => Promise<boolean>;
  isUserVerifyingPlatformAuthenticatorAvailable: () => Promise<boolean>;
  signalAllAcceptedCredentials?: (known: Known) => Promise<void>;
  signalCurrentUserDetails?: (known: Known) => Promise<void>;
};
type Given = (Credential & { toJSON: () => Json }) | null;

const api = (): Api | undefined => {
  const found = (globalThis as unknown as { PublicKeyCredential?: Partial<Api> }).PublicKeyCredential;
  return found?.parseRequestOptionsFromJSON ? (found as Api) : undefined;
};

/** Returns whether the browser can use passkeys. */
export const isSupported = (): boolean => !!api();

/** Returns whether the browser offers passkeys in its list below a field with `autocomplete="username webauthn"`. */
export const canFill = async (): Promise<boolean> => !!(await api()?.isConditionalMediationAvailable?.());

/** Returns whether this device itself can hold a passkey: it has a lock, a fingerprint sensor or a camera for it. */
export const isDeviceReady = async (): Promise<boolean> =>
  !!(await api()?.isUserVerifyingPlatformAuthenticatorAvailable());

/** Makes a passkey. */
export const create = (options: Json, signal: AbortSignal | undefined): Promise<Json> =>
  given(signal, ({ parseCreationOptionsFromJSON }) =>
    navigator.credentials.create({ publicKey: parseCreationOptionsFromJSON(options), ...(signal && { signal }) }),
  );

/** Asks for a passkey: in a dialog of the browser, or with `conditional` in the list below the field. */
export const get = (
  options: Json,
  signal: AbortSignal | undefined,
  mediation?: CredentialMediationRequirement,
): Promise<Json> =>
  given(signal, ({ parseRequestOptionsFromJSON }) =>
    navigator.credentials.get({
      publicKey: parseRequestOptionsFromJSON(options),
      ...(mediation && { mediation }),
      ...(signal && { signal }),
    }),
  );

/** The arguments of both signals (WebAuthn L3, 5.1.10). */
type Known = { rpId: string; userId: string; allAcceptedCredentialIds: string[]; name: string; displayName: string };

/** Tells the browser which passkeys the account has, so that it offers no others, and what the account is called now. */
export function signalKnown(known: Known): void {
  const { signalAllAcceptedCredentials: accept, signalCurrentUserDetails: name } = api() ?? {};
  // What a browser or a password manager makes of it is its own affair.
  void Promise.allSettled([accept?.(known), name?.(known)]);
}

/** Browsers do not tell whether the person refused, time ran out, or the device has no passkey (WebAuthn L3, 14.5.2). */
const CODES: Readonly<Record<string, ClientErrorCode>> = {
  InvalidStateError: 'PASSKEY_EXISTS',
  NotSupportedError: 'PASSKEY_UNSUPPORTED',
  SecurityError: 'PASSKEY_UNSUPPORTED',
};

async function given(signal: AbortSignal | undefined, ask: (found: Api) => Promise<Credential | null>): Promise<Json> {
  const found = api();
  if (!found) throw refusal('PASSKEY_UNSUPPORTED', 'this browser has no passkeys');
  try {
    const credential = (await ask(found)) as Given;
    if (credential) return credential.toJSON();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const { name, message } = cause as DOMException;
    throw refusal(CODES[name] ?? 'PASSKEY_CANCELLED', message, cause);
  }
  throw refusal('PASSKEY_CANCELLED', 'no passkey was given');
}

const refusal = (code: ClientErrorCode, message: string, cause?: unknown): GatehouseError =>
  new GatehouseError(message, { code, statusCode: 0 }, { cause });
