// Reads the credentials of a login once: which of three kinds they are, with everything that kind needs.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import type { Identifier } from '../../store/users.ts';
import { identifier } from '../addresses.ts';
import type { Channel } from '../credentials/codes.ts';
import type { ProviderProof } from '../sso/login.ts';

export type PasswordCredentials = { kind: 'password'; who: Identifier; password: string };
/** `channel`: where the code went. */
export type CodeCredentials = { kind: 'code'; who: Identifier; channel: Channel; code: string };
export type ProviderCredentials = { kind: 'provider'; provider: string; proof: ProviderProof | undefined };

type Login = Body<'POST /auth/login'>;
type Fields = Login['credentials'];

/** Throws INVALID_INPUT for the first field that is missing or malformed. */
export async function readCredentials({
  providerName,
  credentials,
}: Login): Promise<PasswordCredentials | CodeCredentials | ProviderCredentials> {
  switch (providerName) {
    case 'email':
    case 'phone':
      return readPassword(providerName, credentials);
    case 'passwordless':
      return readCode(credentials);
    default:
      return { kind: 'provider', provider: providerName, proof: proofIn(credentials) };
  }
}

const required = <T>(value: T | undefined, field: string): T =>
  value ?? fail('INVALID_INPUT', { message: `credentials.${field}: is required` });

async function readPassword(kind: 'email' | 'phone', fields: Fields): Promise<PasswordCredentials> {
  const who = await identifier(kind, required(fields[kind], kind), `credentials.${kind}`);
  return { kind: 'password', who, password: required(fields.password, 'password') };
}

const SIX_DIGITS = /^[0-9]{6}$/;

async function readCode(fields: Fields): Promise<CodeCredentials> {
  const address = required(fields.identifier, 'identifier');
  const channels = required(fields.channels, 'channels');
  const code = required(fields.code, 'code');
  // Providers' codes are longer; nothing but six digits is compared, or counted as a try.
  if (!SIX_DIGITS.test(code)) fail('INVALID_INPUT', { message: 'credentials.code: is not valid' });
  const [channel, kind] = address.includes('@') ? (['email', 'email'] as const) : (['sms', 'phone'] as const);
  const who = await identifier(kind, address, 'credentials.identifier');
  if (!channels.includes(channel)) {
    fail('INVALID_INPUT', { message: `credentials.channels: must hold ${channel} for this identifier` });
  }
  return { kind: 'code', who, channel, code };
}

/** What proves the account at the provider: a code or an id token. `undefined` for neither or both. */
function proofIn({ code, codeVerifier, token, nonce }: Fields): ProviderProof | undefined {
  if (code !== undefined && token === undefined) return { code, codeVerifier };
  if (token !== undefined && code === undefined) return { token, nonce };
  return undefined;
}
