// Calls the service. Screens use nothing else for it:
//
//   await call('adminUsers.update', { id, isActive: false });
//
// * If the service wants a recent login (REAUTH_REQUIRED), the dialog asks for it and the call is repeated once.
// * If the session is over, the console shows nothing but its sign-in screen.
// * After a change, everything that was read from the same group is read again (core/resource.ts). Name other groups
//   that it changes in `touches`.
// * The last change is kept, so that the command palette can copy it as curl or TypeScript.
import { signal } from '@preact/signals';
import type { CallOptions } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { type Call, groupOf, type InputOf, methodOf, type OperationName, type ReplyOf, routeOf } from './operations.ts';

/** The last change that succeeded. */
export const lastChange = signal<Call | undefined>(undefined);

type Listeners = {
  /** Asks for a recent login. Resolves to whether there is one now. */
  prove: () => Promise<boolean>;
  /** The service does not know the session. */
  signedOut: () => void;
  /** The deployment wants an authenticator of every admin, and this one has none. */
  mustEnrol: () => void;
  /** There was a call with a session. */
  used: () => void;
  /** Something of these groups may have changed. */
  changed: (groups: readonly string[]) => void;
};
/** Set by the shell, which knows session, dialog and cache. */
export const listeners: Listeners = {
  prove: async () => false,
  signedOut: () => {},
  mustEnrol: () => {},
  used: () => {},
  changed: () => {},
};

const SIGNED_OUT: readonly string[] = ['NO_AUTH_PROVIDED', 'SESSION_INVALID'];

export type Options = CallOptions & {
  /** Further groups that the change concerns, such as `['adminConsole']`. */
  touches?: readonly string[];
  /** Reads nothing again. For one of many changes: call `refresh` after the last. */
  isOneOfMany?: boolean;
};

/** Calls an operation. Throws `GatehouseError`, and the reason of `signal` if it aborts. */
export const call = <N extends OperationName>(
  operation: N,
  ...[input = {} as InputOf<N>, options]: Given<N>
): Promise<ReplyOf<N>> => send(operation, input, options);

/** Does what `call` does, where the operation is not known, so that its input cannot be left out. */
export async function send<N extends OperationName>(
  operation: N,
  input: InputOf<N>,
  { touches = [], isOneOfMany, ...callOptions }: Options = {},
): Promise<ReplyOf<N>> {
  const once = () => methodOf(operation)(input, callOptions);
  const reply = await once().catch(async (error: unknown) => {
    if (callOptions.signal?.aborted) throw error;
    const { code } = asError(error);
    if (SIGNED_OUT.includes(code)) listeners.signedOut();
    if ((code as string) === 'MFA_ENROLMENT_REQUIRED') listeners.mustEnrol();
    if (code !== 'REAUTH_REQUIRED' || !(await listeners.prove())) throw error;
    return once();
  });
  listeners.used();
  if (routeOf(operation).method !== 'GET') {
    lastChange.value = { operation, input };
    if (!isOneOfMany) listeners.changed([groupOf(operation), ...touches]);
  }
  return reply;
}

/** The input may be left out where the operation has none. */
type Given<N extends OperationName> =
  Record<never, never> extends InputOf<N>
    ? [input?: InputOf<N>, options?: Options]
    : [input: InputOf<N>, options?: Options];
