// Uses the passkeys of admins in this browser. It is loaded when a person asks for it.
import { create, get, signalKnown } from '../../../packages/client/webauthn.ts';
import { call } from './call.ts';
import { api, type InputOf } from './operations.ts';

type Assertion = InputOf<'adminConsole.passkeyLogin'>['credential'];
type Attestation = InputOf<'adminConsole.addPasskey'>['credential'];

const use = async ({ options }: { options: Parameters<typeof get>[0] }): Promise<{ credential: Assertion }> => ({
  credential: (await get(options, undefined)) as Assertion,
});

/** Begins a session with a passkey alone. */
export const signIn = async (): Promise<unknown> =>
  api.adminConsole.passkeyLogin(await use(await api.adminConsole.passkeyLoginOptions({})));

/** Returns what comes beside a password in place of a code. */
export const second = async () => use(await api.adminConsole.passkeyLoginOptions({ isSecond: true }));

/** Renews the proof of the session. */
export const renew = async (): Promise<unknown> =>
  api.adminConsole.verifyPasskey(await use(await api.adminConsole.passkeyVerifyOptions()));

/** Tells the browser which passkeys the admin has, so that it offers no others. */
export const tellBrowser = signalKnown;

/** Makes a passkey and adds it. */
export async function add(): Promise<unknown> {
  const { options } = await call('adminConsole.passkeyOptions');
  return call('adminConsole.addPasskey', { credential: (await create(options, undefined)) as Attestation });
}
