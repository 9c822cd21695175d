// Changes an application of the organization, and explains what only applications are refused.
import { WrongField } from '../../../kit/voice.ts';
import { said } from '../../account/me.ts';
import { proved } from '../../account/step-up.tsx';
import type { api } from '../../ui/api.ts';
import { asError } from '../../ui/api.ts';
import { say } from '../../words/applications.ts';

export type Application = Awaited<ReturnType<typeof api.organization.applications>>['applications'][number];

/** Its kinds, in the order of how often they are chosen. */
export const KINDS = {
  server: 'appServer',
  browser: 'appBrowser',
  native: 'appNative',
  machine: 'appMachine',
} as const;
export type Kind = keyof typeof KINDS;

export type RowProps = {
  of: Application;
  /** Shows a changed application in its place, or no more. */
  show: (id: string, changed?: Application) => void;
};

/** Calls the service. `undefined`: the application is gone, and so is its row. */
export async function changed<T>({ of: { id, name }, show }: RowProps, call: () => Promise<T>) {
  try {
    return await proved(call);
  } catch (error) {
    if (asError(error).code !== 'APPLICATION_NOT_FOUND') throw error;
    show(id);
    said.value = say('appGone', { name });
    return undefined;
  }
}

const FIELDS = ['redirectUris', 'postLogoutRedirectUris'] as const;

/** Shows beside the field what only the form of an application is refused. The service names the address of a list. */
export function refuse(error: unknown): never {
  const refusal = asError(error);
  const field = FIELDS.find((each) => refusal.message.startsWith(each));
  if (field) throw new WrongField(field, say('appAddressWrong'), refusal);
  if (refusal.code === 'APPLICATION_LIMIT_REACHED') throw new WrongField('name', say('appLimit'), refusal);
  throw error;
}
