// Reads SuperTokens: users in the form of its bulk import (`loginMethods`). Firebase hashes need the signer key of the core.
import { json } from '../records.ts';
import type { Draft, Reader, ReaderOptions } from './reader.ts';
import * as from from './reader.ts';

export const supertokens: Reader = {
  title: 'SuperTokens',
  records: (bytes) => json(bytes, (document) => (Array.isArray(document) ? document : from.record(document).users)),
  read: (user, options): Draft => {
    const methods = from.list(user.loginMethods);
    const primary = methods.find(({ isPrimary }) => isPrimary === true) ?? methods[0];
    const withPassword = methods.find(({ recipeId }) => recipeId === 'emailpassword');
    const email = from.text(withPassword?.email) ?? from.text(primary?.email);
    const byPhone = methods.find(({ phoneNumber }) => from.text(phoneNumber) !== undefined);
    const verified = methods.some((method) => method.email === email && from.flag(method.isVerified) === true);
    return {
      sourceId: from.text(user.externalUserId) ?? from.text(user.id),
      email,
      isEmailVerified: email === undefined ? undefined : verified,
      phone: from.phone(byPhone?.phoneNumber),
      isPhoneVerified: from.flag(byPhone?.isVerified),
      metadata: from.present(from.record(user.userMetadata)),
      createdAt: from.time(primary?.timeJoinedInMSSinceEpoch),
      passwordHash: hashOf(from.text(withPassword?.passwordHash), options),
      roles: from.some(from.list(user.userRoles).flatMap(({ role }) => from.text(role) ?? [])),
      totp: from.some(
        from.list(user.totpDevices).map(({ secretKey, deviceName }) => {
          const [secret, name] = [from.text(secretKey) ?? '', from.text(deviceName)];
          return name === undefined ? { secret } : { secret, name };
        }),
      ),
      identities: from.some(
        methods.flatMap(({ thirdPartyId, thirdPartyUserId }) => from.identity(thirdPartyId, thirdPartyUserId)),
      ),
    };
  },
};

/** Returns the hash; of Firebase's with the signer key, which `$f_scrypt$hash$salt$m=14$r=8$s=Bw==` lacks. */
function hashOf(hash: string | undefined, options: ReaderOptions): string | undefined {
  const [, value, salt, memCost, rounds, saltSeparator] =
    /^\$f_scrypt\$([^$]+)\$([^$]+)\$m=([0-9]+)\$r=([0-9]+)\$s=([^$]+)$/.exec(hash ?? '') ?? [];
  if (value === undefined || saltSeparator === undefined) return hash;
  const parameters = options.firebase && {
    signerKey: options.firebase.signerKey,
    saltSeparator,
    rounds: Number(rounds),
    memCost: Number(memCost),
  };
  return from.firebaseHash(value, salt, parameters);
}
