// Creates the first admin with the secret key of the deployment, and signs them in. The service tells only those who have
// the key whether there is an admin already, so this screen is reached by a link and not by itself.
import { useSignal } from '@preact/signals';
import { api } from '../core/operations.ts';
import { navigate } from '../core/router.ts';
import { signedIn } from '../core/session.ts';
import { Field, PlainForm } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { common } from '../words/index.ts';
import { Card } from './card.tsx';

export function SetUp() {
  const isClosed = useSignal(false);
  if (isClosed.value)
    return (
      <Card title={common('setUpClosed')} lead={common('setUpClosedLead')}>
        <Link to="" class="button">
          {common('signIn')}
        </Link>
      </Card>
    );
  return (
    <Card title={common('setUpTitle')} lead={common('setUpLead')}>
      <PlainForm
        submit={common('setUpSubmit')}
        send={async ({ secretKey = '', email = '', password = '', name }) => {
          await api.adminConsole.signup({ secretKey, email, password, name: name || undefined });
          await api.adminConsole.login({ email, password });
          navigate('', {}, true);
          await signedIn();
        }}
        onProblem={({ code }) => {
          isClosed.value = code === 'ADMIN_BOOTSTRAP_CLOSED';
          return isClosed.value;
        }}
      >
        <Field
          name="secretKey"
          type="password"
          label={common('secretKey')}
          hint={common('secretKeyHint')}
          maxLength={1024}
          isFocused
        />
        <Field name="email" type="email" label={common('email')} autocomplete="username" maxLength={254} />
        <Field name="name" label={common('name')} autocomplete="name" maxLength={120} isOptional />
        <Field
          name="password"
          type="password"
          label={common('newPassword')}
          hint={common('passwordHint')}
          autocomplete="new-password"
          maxLength={128}
        />
      </PlainForm>
      <p class="hint">
        <Link to="">{common('haveAdmin')}</Link>
      </p>
    </Card>
  );
}
