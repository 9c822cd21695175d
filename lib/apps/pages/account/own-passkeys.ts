// Loads the parts that use passkeys, where the tenant has them.
import type { ComponentChildren } from 'preact';
import { api } from '../ui/api.ts';
import { useListed } from './listed.ts';
import { type Passkey, type PasskeyParts, parts } from './parts.ts';

/** Returns what `show` makes of the parts and of the passkeys of the account, and nothing until they are there. */
export function usePasskeys(show: (loaded: PasskeyParts, found: readonly Passkey[]) => ComponentChildren) {
  const { items } = useListed(async () => {
    const { passkeys } = await api.passkeys.list();
    return [show(await parts.passkeys(), passkeys)];
  });
  return items.value?.[0] as never;
}
