// The sign-in of admins. After it, the console shows the screen of the address.
import { api } from '../core/operations.ts';
import { ending, signedIn } from '../core/session.ts';
import { Link } from '../ui/link.tsx';
import { common } from '../words/index.ts';
import { Card } from './card.tsx';
import { Credentials } from './credentials.tsx';
import { Passkey } from './passkey.tsx';
import { Provider } from './provider.tsx';

export const SignIn = () => (
  <Card title={common('signInTitle')} lead={common('signInLead')}>
    {ending.value && (
      <p class="notice" role="status">
        {common(`ended-${ending.value}`)}
      </p>
    )}
    <Credentials
      submit={common('signIn')}
      send={async (typed) => {
        await api.adminConsole.login(typed);
        await signedIn();
      }}
    >
      <Passkey
        text={common('signInPasskey')}
        act={async ({ signIn }) => {
          await signIn();
          await signedIn();
        }}
      />
    </Credentials>
    <Provider />
    <p class="hint">
      {common('newDeployment')} <Link to="set-up">{common('setUpLink')}</Link>
    </p>
  </Card>
);
