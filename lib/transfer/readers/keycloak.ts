// Reads a realm that `kc.sh export --users same_file` wrote, or one of its files of users. The REST export has no hashes.
import { isRecord } from '../check-line.ts';
import { type ImportPasskey, RefusedLine } from '../line.ts';
import { json } from '../records.ts';
import type { Draft, Reader, Source } from './reader.ts';
import * as from from './reader.ts';

export const keycloak: Reader = {
  title: 'Keycloak',
  records: (bytes) => json(bytes, (document) => (Array.isArray(document) ? document : usersOf(from.record(document)))),
  read: (user): Draft | undefined => {
    if (from.text(user.serviceAccountClientId) !== undefined) return; // a machine
    const credentials = from.list(user.credentials).map(parsed);
    const attributes = from.record(user.attributes);
    return {
      sourceId: from.text(user.id),
      email: from.text(user.email),
      isEmailVerified: from.flag(user.emailVerified),
      name: from.fullName(undefined, user.firstName, user.lastName),
      locale: from.texts(attributes.locale)[0],
      metadata: from.present({ username: user.username, ...attributes }),
      isActive: user.enabled === false ? false : undefined,
      createdAt: from.time(user.createdTimestamp),
      passwordHash: credentials.filter(({ type }) => type === 'password').map(hashOf)[0],
      totp: from.some(credentials.filter(({ type }) => type === 'otp').map(totpOf)),
      passkeys: from.some(credentials.flatMap((each) => passkeyOf(each, user) ?? [])),
      roles: from.some(from.texts(user.realmRoles).filter((name) => !isBuiltIn(name))),
      identities: from.some(
        from
          .list(user.federatedIdentities)
          .flatMap(({ identityProvider, userId }) => from.identity(identityProvider, userId)),
      ),
    };
  },
};

/** A passkey does not say of which domain it is: the policies of the realm do. */
const DOMAINS: Readonly<Record<string, string>> = {
  webauthn: 'webAuthnPolicyRpId',
  'webauthn-passwordless': 'webAuthnPolicyPasswordlessRpId',
};

/** The users of a realm, with the domains of its passkeys. */
function usersOf({ users, ...realm }: Source): unknown {
  const domains = Object.fromEntries(Object.values(DOMAINS).map((name) => [name, realm[name]]));
  return Array.isArray(users) ? users.map((user) => (isRecord(user) ? { ...user, ...domains } : user)) : users;
}

type Credential = { type: unknown; label: string | undefined; createdAt: unknown; secret: Source; data: Source };

/** Both halves of a credential are JSON in a text. */
function parsed(credential: Source): Credential {
  const read = (value: unknown): Source => {
    try {
      return from.record(JSON.parse(from.text(value) ?? '{}'));
    } catch {
      throw new RefusedLine('wrong_field', 'credentials');
    }
  };
  const { type, userLabel, createdDate, secretData, credentialData } = credential;
  return {
    type,
    label: from.text(userLabel),
    createdAt: createdDate,
    secret: read(secretData),
    data: read(credentialData),
  };
}

function hashOf({ secret, data }: Credential): string {
  const algorithm = from.text(data.algorithm) ?? '';
  const [salt, value] = [from.text(secret.salt) ?? '', from.text(secret.value) ?? ''];
  if (/^pbkdf2(?:-sha(?:256|512))?$/.test(algorithm))
    return `$${algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm}$i=${data.hashIterations}$${salt}$${value}`;
  if (algorithm !== 'argon2') throw new RefusedLine('unknown_hash', 'passwordHash');
  const more = from.record(data.additionalParameters);
  const [type, memory, lanes, version] = [more.type, more.memory, more.parallelism, more.version].map(
    (each) => from.texts(each)[0],
  );
  if (version !== '1.3') throw new RefusedLine('unknown_hash', 'passwordHash');
  return `$argon2${type}$v=19$m=${memory},t=${data.hashIterations},p=${lanes}$${salt}$${value}`;
}

/** The secret is the text whose bytes are the key, unless it says that it is base32. Ours have one setting. */
function totpOf({ secret, data, label }: Credential): { secret: string; name?: string } {
  const value = from.text(secret.value) ?? '';
  const isOurs = data.subType === 'totp' && data.digits === 6 && data.period === 30 && data.algorithm === 'HmacSHA1';
  if (!isOurs || value === '') throw new RefusedLine('wrong_field', 'totp');
  const base32 = data.secretEncoding === 'BASE32' ? value : from.toBase32(value);
  return label === undefined ? { secret: base32 } : { secret: base32, name: label };
}

/**
 * Returns a passkey of a realm that names its domain; otherwise it was made for the host of that time, which no export has. Keycloak
 * writes the id in base64 and the COSE key in base64url (WebAuthnCredentialProvider, CredentialPublicKeyConverter), and the user
 * handle is the text of the user's id (WebAuthnRegister).
 */
function passkeyOf({ type, label, createdAt, data }: Credential, user: Source): ImportPasskey | undefined {
  const domain = from.text(user[DOMAINS[String(type)] ?? '']);
  const [id, key, handle] = [data.credentialId, data.credentialPublicKey, user.id].map(from.text);
  if (domain === undefined || id === undefined || key === undefined || handle === undefined) return;
  return {
    credentialId: inBase64url(id),
    publicKey: inBase64url(key),
    handle: inBase64url(btoa(String.fromCharCode(...new TextEncoder().encode(handle)))),
    rpId: domain,
    ...from.present({
      counter: data.counter,
      transports: from.some(from.texts(data.transports)),
      name: label,
      createdAt: from.time(createdAt),
    }),
  };
}

const inBase64url = (base64: string): string =>
  base64.replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');

const isBuiltIn = (role: string): boolean =>
  role.startsWith('default-roles-') || role === 'offline_access' || role === 'uma_authorization';
