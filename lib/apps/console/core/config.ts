// Reads once, without a session, which functions this deployment's console has.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type ReplyOf } from './operations.ts';

type ConsoleConfig = ReplyOf<'adminConsole.config'>;
const config = signal<ConsoleConfig | undefined>(undefined);
let isReading = false;

async function read(): Promise<void> {
  if (config.value || isReading) return;
  isReading = true;
  try {
    config.value = await api.adminConsole.config();
  } catch {
    // The password works in any case, and the next screen asks again.
  }
  isReading = false;
}

/** Returns the configuration; `undefined` while it is not known. */
export function useConfig(): ConsoleConfig | undefined {
  useEffect(() => void read(), []);
  return config.value;
}

/** Whether admins have passkeys and the browser can use them: those that convert JSON by themselves can. */
export const hasPasskeys = (found: ConsoleConfig | undefined): boolean =>
  found !== undefined &&
  // A deployment of the version before does not say it.
  ['optional', 'required'].includes(found.passkeys) &&
  'parseRequestOptionsFromJSON' in ((globalThis as { PublicKeyCredential?: object }).PublicKeyCredential ?? {});
