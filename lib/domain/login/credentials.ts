// Reads the credentials of a login as one of three kinds, each with everything that it needs.
import { ADDRESSES, type AddressKind, type Channel, kindOf } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import type { Identifier } from '../../store/people/users.ts';
import * as addresses from '../addresses.ts';
import type { ProviderProof } from '../sso/login.ts';

export type PasswordCredentials = { kind: 'password'; identifier: Identifier; password: string };
/** `channel`: how the code was sent. */
export type CodeCredentials = {
  kind: 'code';
  identifier: Identifier;
  channel: Channel;
  code: string;
  codeVerifier: string | undefined;
};
export type ProviderCredentials = { kind: 'provider'; provider: string; proof: ProviderProof | undefined };

type Login = Body<'POST /auth/login'>;
type Fields = Login['credentials'];

/**
 * Returns the credentials, with the address in canonical form. Throws INVALID_INPUT for the first field that is missing
 * or malformed; the proof of a provider is `undefined` instead.
 */
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
      return { kind: 'provider', provider: providerName, proof: readProof(credentials) };
  }
}

const requireField = <T>(value: T | undefined, field: string): T =>
  value ?? fail('INVALID_INPUT', { message: `credentials.${field}: is required` });

async function readPassword(kind: AddressKind, fields: Fields): Promise<PasswordCredentials> {
  const identifier = await addresses.identifier(kind, requireField(fields[kind], kind), `credentials.${kind}`);
  return { kind: 'password', identifier, password: requireField(fields.password, 'password') };
}

const CODE = /^([0-9]{6}|[0-9]{20})$/;

async function readCode(fields: Fields): Promise<CodeCredentials> {
  const address = requireField(fields.identifier, 'identifier');
  const channels = requireField(fields.channels, 'channels');
  const code = requireField(fields.code, 'code');
  // The schema allows more, because codes of providers are longer. Only these count as a guess and are compared.
  if (!CODE.test(code)) fail('INVALID_INPUT', { message: 'credentials.code: is not valid' });
  const kind = kindOf(address);
  const { channel } = ADDRESSES[kind];
  const identifier = await addresses.identifier(kind, address, 'credentials.identifier');
  if (!channels.includes(channel)) {
    fail('INVALID_INPUT', { message: `credentials.channels: must include ${channel} for this identifier` });
  }
  return { kind: 'code', identifier, channel, code, codeVerifier: fields.codeVerifier };
}

/** Returns the code or the id token that proves the account at the provider; `undefined` for neither or both. */
function readProof({ code, codeVerifier, token, nonce }: Fields): ProviderProof | undefined {
  if (code !== undefined && token === undefined) return { code, codeVerifier };
  if (token !== undefined && code === undefined) return { token, nonce, codeVerifier };
  return undefined;
}
