// What the console of this deployment offers. It needs no session, and is read once.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type ReplyOf } from './operations.ts';

type ConsoleConfig = ReplyOf<'adminConsole.config'>;
const config = signal<ConsoleConfig | undefined>(undefined);
let reading: Promise<void> | undefined;

const read = async (): Promise<void> => {
  config.value = await api.adminConsole.config();
};

/** Returns the configuration; `undefined` while it is not known. The password works in any case. */
export function useConfig(): ConsoleConfig | undefined {
  useEffect(() => {
    reading ??= read().catch(() => {
      reading = undefined;
    });
  }, []);
  return config.value;
}

/** Whether admins have passkeys and the browser can use them: those that convert JSON by themselves can. */
export const hasPasskeys = (found: ConsoleConfig | undefined): boolean =>
  found !== undefined &&
  // A deployment of the version before does not say it.
  ['optional', 'required'].includes(found.passkeys) &&
  'parseRequestOptionsFromJSON' in ((globalThis as { PublicKeyCredential?: object }).PublicKeyCredential ?? {});
