// The page of an invitation of an admin: what it is for, and the password of the new admin, who is then signed in.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AdminInvitationPreview } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { api } from '../core/operations.ts';
import { navigate } from '../core/router.ts';
import { me, signedIn } from '../core/session.ts';
import { Field, PlainForm } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/screen.tsx';
import { exact } from '../ui/time.tsx';
import { en } from '../words/en/accept.ts';
import { common, partOf } from '../words/index.ts';
import { Card } from './card.tsx';

const say = partOf(en, (tag) => import(`../words/others/${tag}/accept.ts`));

/** Browsers send the fragment to no server. It is removed from the address and from the history. */
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token) history.replaceState(null, '', location.pathname);
// The browser keeps the document when only the fragment differs, as with a second link in the same tab.
addEventListener('hashchange', () => location.reload());

type State =
  | { name: 'open'; invitation: AdminInvitationPreview }
  | { name: 'loading' | 'over' | 'incomplete' }
  | { name: 'failed'; error: ReturnType<typeof asError> };
const state = signal<State>({ name: token ? 'loading' : 'incomplete' });

/** Says that the invitation is over, whether it was before or was used in another tab meanwhile. */
function refuse(thrown: unknown): void {
  const error = asError(thrown);
  state.value = error.code === 'ADMIN_INVITATION_INVALID' ? { name: 'over' } : { name: 'failed', error };
}

async function read(): Promise<void> {
  if (!token) return;
  try {
    state.value = { name: 'open', invitation: await api.adminConsole.previewInvitation({ token }) };
  } catch (error) {
    refuse(error);
  }
}

const Out = () => (
  <Link to="" class="button">
    {say('toConsole')}
  </Link>
);

export function Accept() {
  useEffect(() => void read(), []);
  const shown = state.value;
  if (shown.name === 'over' || shown.name === 'incomplete')
    return (
      <Card title={say(shown.name)} lead={say(`${shown.name}Lead`)}>
        <Out />
      </Card>
    );
  if (shown.name !== 'open')
    return (
      <Card title={say('title')}>
        {shown.name === 'failed' ? <Problem error={shown.error} retry={read} /> : <Skeleton />}
      </Card>
    );
  const { address, name, role, expiresAt } = shown.invitation;
  return (
    <Card title={say('title')} lead={say('lead', { role: common(`role-${role}`) })}>
      {me.value && <p class="notice">{say('signedIn', { email: me.value.email })}</p>}
      <p class="hint">{say('for', { address, time: exact(expiresAt) })}</p>
      <PlainForm
        submit={say('submit')}
        send={async ({ password = '', name: typed }) => {
          const { email } = await api.adminConsole.acceptInvitation({
            token: token ?? '',
            password,
            name: typed || undefined,
          });
          // The invitation is used up by now. If this login fails, the console asks for it.
          await api.adminConsole.login({ email, password }).catch(() => {});
          navigate('', {}, true);
          await signedIn();
        }}
        onProblem={(error) => {
          const isOver = error.code === 'ADMIN_INVITATION_INVALID';
          if (isOver) refuse(error);
          return isOver;
        }}
      >
        <Field name="name" label={common('name')} autocomplete="name" value={name ?? ''} maxLength={120} isOptional />
        <Field
          name="password"
          type="password"
          label={common('newPassword')}
          hint={common('passwordHint')}
          autocomplete="new-password"
          maxLength={128}
          isFocused
        />
      </PlainForm>
    </Card>
  );
}
