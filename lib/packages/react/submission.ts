// Runs what a form submits, once at a time, and keeps its outcome.
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ClientErrorCode, GatehouseError } from '../client/index.ts';
import { useStore } from './provider.ts';
import type { Store } from './store.ts';

/** The state of a form. */
export type Submission = {
  status: 'idle' | 'submitting' | 'error' | 'done';
  /** Why the last submission failed. Branch on `error.code`. */
  error: GatehouseError | undefined;
  /** The field that the error is about, by the name of the function's input; `undefined` if it is about none. */
  field: string | undefined;
};

const IDLE: Submission = { status: 'idle', error: undefined, field: undefined };

const FIELDS: readonly (readonly [codes: RegExp, field: string])[] = [
  [/^CURRENT_PASSWORD/, 'currentPassword'],
  [/^NEW_PASSWORD/, 'newPassword'],
  [/^PASSWORD_(TOO|CONTAINS)|^INVALID_CREDENTIALS/, 'password'],
  [/^MFA_CODE/, 'otp'],
  [/^(VERIFICATION_CODE|MFA_RECOVERY_CODE)/, 'code'],
  [/EMAIL/, 'email'],
  [/PHONE/, 'phone'],
];

/** Returns the field that an error is about. The message of INVALID_INPUT begins with the path of the field. */
export const fieldOf = ({ code, message }: { code: ClientErrorCode; message: string }): string | undefined =>
  code === 'INVALID_INPUT'
    ? /^(?:\w+\.)*([a-z]\w*): /.exec(message)?.[1]
    : FIELDS.find(([codes]) => codes.test(code))?.[1];

/**
 * Runs the work. Returns its result, or `undefined` if it failed or another one is running. `next` is the status
 * afterwards: `idle` while the form goes on. `password` is what the form calls its password.
 */
export type Run = <T>(work: () => Promise<T>, next?: 'idle' | 'done', password?: string) => Promise<T | undefined>;

/**
 * Returns the state of a form with the functions that `make` returns, which are the same until `key` changes. While a
 * submission runs, others do nothing. The outcome is ignored after the component is gone, as guards remove a sign-in
 * form that has succeeded.
 */
export function useForm<F>(make: (store: Store, run: Run, idle: () => void) => F, key?: string): Submission & F {
  const store = useStore();
  const [state, setState] = useState(IDLE);
  const isBusy = useRef(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is all that `make` depends on
  const functions = useMemo(() => {
    const show = (next: Partial<Submission>): void => {
      if (isMounted.current) setState({ ...IDLE, ...next });
    };
    const run: Run = async (work, next = 'done', password = 'password') => {
      if (isBusy.current) return undefined;
      isBusy.current = true;
      show({ status: 'submitting' });
      try {
        const result = await work();
        show({ status: next });
        return result;
      } catch (error) {
        if (!(error instanceof GatehouseError)) {
          show({});
          throw error;
        }
        const field = fieldOf(error);
        show({ status: 'error', error, field: field === 'password' ? password : field });
        return undefined;
      } finally {
        isBusy.current = false;
      }
    };
    return make(store, run, () => isBusy.current || show({}));
  }, [store, key]);
  return { ...state, ...functions };
}
