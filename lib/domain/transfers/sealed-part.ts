// Seals the secrets of an exported line for the owner of an X25519 key, as a JWE that each library of JOSE opens.
import { CompactEncrypt, importJWK } from 'jose';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';

type Recipient = Body<'POST /auth/admin/api/transfers/export'>['recipient'];
/** What opens an account. Authenticators are as in a line of an import. */
export type Secrets = { passwordHash?: string; totp?: { secret: string; name: string }[] };
/** Returns the secrets of this user as a compact JWE. The id is in its header: what is moved to another line is found out. */
export type Sealer = (sourceId: string, secrets: Secrets) => Promise<string>;

/** Returns what seals for the key. Throws INVALID_INPUT for one that gives no shared secret (RFC 7748 6.1). */
export async function sealerFor({ kid, ...jwk }: Recipient): Promise<Sealer> {
  const seal: Sealer = async (sourceId, secrets) => {
    const key = await importJWK(jwk, 'ECDH-ES');
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secrets)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...(kid !== undefined && { kid }), sourceId })
      .encrypt(key);
  };
  try {
    await seal('', {});
  } catch {
    return fail('INVALID_INPUT', { message: 'recipient.x: is not a public key that secrets can be sealed for' });
  }
  return seal;
}
