// Changes a connection of a directory, and explains what only connections are refused.
import { WrongField } from '../../../kit/voice.ts';
import { said } from '../../account/me.ts';
import { proved } from '../../account/step-up.tsx';
import type { api } from '../../ui/api.ts';
import { asError } from '../../ui/api.ts';
import { say } from '../../words/directory.ts';

export type Connection = Awaited<ReturnType<typeof api.organization.scimConnections>>['connections'][number];
export type Made = Awaited<ReturnType<typeof api.organization.createScimConnection>>;
export type Group = Awaited<ReturnType<typeof api.organization.scimGroups>>['groups'][number];

export type RowProps = {
  of: Connection;
  /** Shows a changed connection in its place, or no more. */
  show: (id: string, changed?: Connection) => void;
  /** Shows the token of a reply, once. */
  reveal: (made: Made) => void;
};

/** Calls the service. `undefined`: the connection is gone, and so is its row. */
export async function changed<T>({ of: { id, name }, show }: Pick<RowProps, 'of' | 'show'>, call: () => Promise<T>) {
  try {
    return await proved(call);
  } catch (error) {
    if (asError(error).code !== 'SCIM_CONNECTION_NOT_FOUND') throw error;
    show(id);
    said.value = say('dirGone', { name });
    return undefined;
  }
}

/** Shows beside the name that there is no room for a further connection. */
export function refuse(error: unknown): never {
  const refusal = asError(error);
  if (refusal.code === 'SCIM_CONNECTION_LIMIT_REACHED') throw new WrongField('name', say('dirLimit'), refusal);
  throw error;
}
