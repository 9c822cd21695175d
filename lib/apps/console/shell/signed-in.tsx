// The page that an admin comes back to from the identity provider. It asks for the code of an authenticator if there is
// one, and begins the session.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { api, type InputOf } from '../core/operations.ts';
import { query } from '../core/router.ts';
import { me, signedIn } from '../core/session.ts';
import { CodeField, PlainForm } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/screen.tsx';
import { en } from '../words/en/signed-in.ts';
import { common, partOf } from '../words/index.ts';
import { Card } from './card.tsx';
import { Passkey } from './passkey.tsx';
import { comeBack, Provider } from './provider.tsx';

const say = partOf(en, (tag) => import(`../words/others/${tag}/signed-in.ts`));

type State =
  | { name: 'loading' | 'code' | 'passkey' | 'either' | 'stranger' | 'over' | 'refused' }
  | { name: 'failed'; error: GatehouseError };
const state = signal<State>({ name: 'loading' });

/** Code of an error of the service -> what is shown. */
const SHOWN: Readonly<Record<string, 'code' | 'passkey' | 'either' | 'stranger' | 'over' | 'refused'>> = {
  MFA_REQUIRED: 'code',
  PASSKEY_REQUIRED: 'passkey',
  CODE_OR_PASSKEY_REQUIRED: 'either',
  ADMIN_USER_NOT_FOUND: 'stranger',
  SSO_STATE_INVALID: 'over',
  SSO_TOKEN_INVALID: 'refused',
};

/** Returns whether the page shows the error in its own words. */
function refuse({ code }: GatehouseError): boolean {
  const name = SHOWN[code];
  // The page was loaded again after it had begun the session.
  if (code === 'SSO_STATE_INVALID' && me.value) comeBack();
  else if (name) state.value = { name };
  return name !== undefined;
}

async function complete(factor: InputOf<'adminConsole.completeSso'> = {}): Promise<void> {
  await api.adminConsole.completeSso(factor);
  comeBack();
  await signedIn();
}

async function begin(): Promise<void> {
  state.value = { name: 'loading' };
  const given = query.value.get('error');
  if (given !== null) {
    state.value = { name: SHOWN[given] ?? 'refused' };
    return;
  }
  try {
    await complete();
  } catch (thrown) {
    const error = asError(thrown);
    if (!refuse(error)) state.value = { name: 'failed', error };
  }
}

export function SignedIn() {
  useEffect(() => void begin(), []);
  const shown = state.value;
  if (shown.name === 'loading')
    return (
      <Card title={say('title')}>
        <Skeleton />
      </Card>
    );
  if (shown.name === 'failed')
    return (
      <Card title={say('title')}>
        <Problem error={shown.error} retry={begin} />
      </Card>
    );
  if (shown.name === 'code' || shown.name === 'either')
    return (
      <Card title={say('title')} lead={say('lead')}>
        <PlainForm
          submit={common('signIn')}
          send={({ otp = '' }) => complete({ otp: otp.replaceAll(' ', '') })}
          onProblem={refuse}
        >
          <CodeField label={common('otp')} hint={common('otpHint')} />
        </PlainForm>
        {shown.name === 'either' && (
          <Passkey text={common('usePasskey')} act={async ({ second }) => complete(await second())} />
        )}
      </Card>
    );
  if (shown.name === 'passkey')
    return (
      <Card title={say('title')}>
        <Passkey text={common('usePasskey')} act={async ({ second }) => complete(await second())} />
      </Card>
    );
  return (
    <Card title={say(shown.name)} lead={say(`${shown.name}Lead`)}>
      <Provider />
      <Link to="" class="button">
        {say('toSignIn')}
      </Link>
    </Card>
  );
}
