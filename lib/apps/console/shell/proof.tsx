// Asks for a recent login where the service wants one, in place: the call that needed it is repeated afterwards.
import { signal } from '@preact/signals';
import { listeners } from '../core/call.ts';
import { api } from '../core/operations.ts';
import { me } from '../core/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { common } from '../words/index.ts';
import { Credentials, type Typed } from './credentials.tsx';
import { Passkey } from './passkey.tsx';
import { Provider } from './provider.tsx';

/** Calls that wait for the same proof. */
const waiting = signal<readonly ((isProved: boolean) => void)[]>([]);

listeners.prove = () =>
  new Promise((settle) => {
    waiting.value = [...waiting.value, settle];
  });

/** Gives up what waits: the session is over. */
export const forgetProofs = (): void => settle(false);

const settle = (isProved: boolean): void => {
  const all = waiting.value;
  waiting.value = [];
  for (const each of all) each(isProved);
};

type Renewing = { reauthenticate?: (input: Omit<Typed, 'email'>) => Promise<unknown> };

/** Renews the session in place; on a deployment that cannot do that, begins another one. */
async function prove(typed: Typed): Promise<void> {
  const { reauthenticate } = api.adminConsole as Renewing;
  const { email, ...proof } = typed;
  if (reauthenticate) await reauthenticate(proof);
  else await api.adminConsole.login({ email, ...proof });
  settle(true);
}

export function Proof() {
  if (!waiting.value.length || !me.value) return null;
  return (
    <Dialog title={common('proofTitle')} lead={common('proofLead')} onClose={() => settle(false)}>
      <Credentials submit={common('confirm')} email={me.value.email} send={prove}>
        {me.value.hasPasskey && (
          <Passkey
            text={common('usePasskey')}
            act={async ({ renew }) => {
              await renew();
              settle(true);
            }}
          />
        )}
      </Credentials>
      <Provider hint={common('proofProvider')} />
    </Dialog>
  );
}
