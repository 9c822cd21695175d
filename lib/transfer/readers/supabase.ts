// Reads rows of Supabase's table `auth.users`, one JSON object each, with their rows of `auth.identities` if they are there.
import { json } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

/** These say how the user signs in here, not at a provider. */
const OWN = ['email', 'phone'];

export const supabase: Reader = {
  title: 'Supabase',
  records: (bytes) => json(bytes, (document) => document),
  read: (user): Draft | undefined => {
    if (user.deleted_at != null || user.is_anonymous === true) return;
    const { full_name, name, ...metadata } = from.record(user.raw_user_meta_data);
    const [email, phone] = [from.text(user.email), from.phone(user.phone)];
    return {
      sourceId: from.text(user.id),
      email,
      isEmailVerified: email === undefined ? undefined : user.email_confirmed_at != null,
      phone,
      isPhoneVerified: phone === undefined ? undefined : user.phone_confirmed_at != null,
      name: from.text(full_name) ?? from.text(name),
      metadata: from.present({ ...metadata, app_metadata: from.present(from.record(user.raw_app_meta_data)) }),
      isActive: user.banned_until == null ? undefined : false,
      createdAt: from.time(user.created_at),
      passwordHash: from.text(user.encrypted_password),
      identities: from.some(
        from
          .list(user.identities)
          .filter(({ provider }) => !OWN.includes(String(provider)))
          .flatMap(({ provider, provider_id }) => from.identity(provider, provider_id)),
      ),
    };
  },
};
