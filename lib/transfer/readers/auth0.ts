// Reads Auth0: the export job of the Management API, files of its bulk import, and the hashes that its support exports.
import { RefusedLine } from '../line.ts';
import { json } from '../records.ts';
import type { Draft, Reader, Source } from './reader.ts';
import * as from from './reader.ts';

export const auth0: Reader = {
  title: 'Auth0',
  records: (bytes) => json(bytes, (document) => document),
  read: (user): Draft => {
    const oid = from.text(from.record(user._id).$oid);
    return {
      // The file of hashes has the id of the database alone; the export of users has the connection's prefix before it.
      sourceId: from.text(user.user_id) ?? from.text(user.id) ?? (oid && `auth0|${oid}`),
      email: from.text(user.email),
      isEmailVerified: from.flag(user.email_verified),
      phone: from.phone(user.phone_number),
      isPhoneVerified: from.flag(user.phone_verified),
      name: from.fullName(user.name, user.given_name, user.family_name),
      locale: from.text(user.locale),
      metadata: from.present({
        ...from.record(user.user_metadata),
        app_metadata: from.present(from.record(user.app_metadata)),
      }),
      isActive: user.blocked === true ? false : undefined,
      createdAt: from.time(user.created_at),
      passwordHash:
        from.text(user.password_hash) ??
        from.text(user.passwordHash) ??
        customHash(from.record(user.custom_password_hash)),
      totp: from.some(
        from.list(user.mfa_factors).flatMap((factor) => {
          const secret = from.text(from.record(factor.totp).secret);
          return secret === undefined ? [] : [{ secret }];
        }),
      ),
      identities: from.some(
        from
          .list(user.identities)
          .filter(({ provider }) => provider !== 'auth0')
          .flatMap(({ provider, user_id }) => from.identity(provider, user_id)),
      ),
    };
  },
};

/** Returns the spelling of `custom_password_hash` ("Bulk User Import Database Schema"). */
function customHash(custom: Source): string | undefined {
  const algorithm = from.text(custom.algorithm);
  if (algorithm === undefined) return;
  const hash = from.record(custom.hash);
  const value = from.text(hash.value) ?? '';
  switch (algorithm) {
    case 'argon2':
    case 'bcrypt':
    case 'ldap':
    case 'pbkdf2':
      return value; // a string that says all of it
    case 'md5':
    case 'sha1':
    case 'sha256':
    case 'sha512':
      return `$${algorithm}$${saltOf(custom)}${toBase64Digest(hash)}`;
    case 'hmac':
      return `$hmac-${from.text(hash.digest)}$${toBase64Digest(hash)}$${encoded(from.record(hash.key))}`;
    case 'scrypt':
      return `$scrypt$ln=${custom.cost ?? 16_384},r=${custom.blockSize ?? 8},p=${custom.parallelization ?? 1}$${encoded(from.record(custom.salt))}$${toBase64Digest(hash)}`;
    default:
      throw new RefusedLine('unknown_hash', 'passwordHash');
  }
}

function saltOf(custom: Source): string {
  const salt = from.record(custom.salt);
  const position = salt.position === 'suffix' ? 'suffix' : 'prefix';
  return from.text(salt.value) === undefined ? '' : `salt=${position}$${encoded(salt)}$`;
}

const toBase64Digest = (hash: Source): string => encoded({ ...hash, encoding: hash.encoding ?? 'base64' });

/** Returns base64 of a value whose `encoding` is `base64`, `hex` or, unless it is given, `utf8`. */
function encoded({ value, encoding }: Source): string {
  const written = from.text(value) ?? '';
  if (encoding === 'base64') return written;
  return from.toBase64(encoding === 'hex' ? from.fromHex(written) : written);
}
