// Reads identities of Ory Kratos: `GET /admin/identities?include_credential=password&include_credential=oidc&include_credential=totp`.
import { json } from '../records.ts';
import type { Draft, Reader, Source } from './reader.ts';
import * as from from './reader.ts';

export const kratos: Reader = {
  title: 'Ory Kratos',
  records: (bytes) =>
    json(bytes, (document) => (Array.isArray(document) ? document : from.record(document).identities)),
  read: (identity): Draft => {
    const { email, phone, phone_number, name, locale, ...traits } = from.record(identity.traits);
    const credentials = from.record(identity.credentials);
    const configOf = (type: string): Source => from.record(from.record(credentials[type]).config);
    const number = from.phone(phone ?? phone_number);
    const names = from.record(name);
    const secret = /[?&]secret=([A-Z2-7]+)/.exec(from.text(configOf('totp').totp_url) ?? '')?.[1];
    const isVerified = (value: string | undefined): boolean | undefined =>
      value === undefined
        ? undefined
        : from.list(identity.verifiable_addresses).some((each) => each.value === value && each.verified === true);
    return {
      sourceId: from.text(identity.id),
      email: from.text(email),
      isEmailVerified: isVerified(from.text(email)),
      phone: number,
      isPhoneVerified: isVerified(number),
      name: from.fullName(name, names.first, names.last),
      locale: from.text(locale),
      metadata: from.present({ ...from.record(identity.metadata_public), ...traits }),
      isActive: identity.state === 'inactive' ? false : undefined,
      createdAt: from.time(identity.created_at),
      passwordHash: from.text(configOf('password').hashed_password),
      totp: secret === undefined ? undefined : [{ secret }],
      identities: from.some(
        from.texts(from.record(credentials.oidc).identifiers).flatMap((identifier) => {
          const colon = identifier.indexOf(':');
          return from.identity(identifier.slice(0, colon), identifier.slice(colon + 1));
        }),
      ),
    };
  },
};
