// Shows the page of the address, and on the sign-in page the step.
import { pageUrl } from '../../api.ts';
import { Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';
import { ChooseAccount } from './accounts.tsx';
import { ChangePassword } from './change-password.tsx';
import { CodeStep } from './code.tsx';
import { Enrol } from './enrol.tsx';
import { Factor } from './factor.tsx';
import { step } from './flow.ts';
import { Identify } from './identify.tsx';
import { PasswordStep } from './password.tsx';
import { Problem } from './problem.tsx';
import { tenant } from './request.ts';
import { Forgot, ForgotCode, Invitation, NewPassword, PasswordSet } from './reset.tsx';
import { SignedOut, SignOut } from './sign-out.tsx';
import { SignUp, SignUpSent, Verify } from './sign-up.tsx';
import { Tenant } from './tenant.tsx';

/** The path below /login/. */
const path = location.href
  .slice(pageUrl('login').length)
  .replace(/[?#].*/, '')
  .replace(/^\/|\/$/g, '');

export function Login() {
  switch (path) {
    case 'invitation':
      return <Invitation />;
    case 'reset':
      return <Invitation isReset />;
    case 'sign-out':
      return <SignOut />;
    case 'signed-out':
      return <SignedOut />;
    case 'error':
      return <Problem />;
    case '':
    case 'sign-up':
    case 'forgot':
      return tenant.value ? <Step /> : <Tenant />;
    default:
      return (
        <Page title={say('problemPage')}>
          <a class="button" href={pageUrl('login')}>
            {say('signIn')}
          </a>
        </Page>
      );
  }
}

function Step() {
  const shown = step.value;
  switch (shown.name) {
    case 'identify':
      return <Identify />;
    case 'password':
      return <PasswordStep />;
    case 'code':
      return <CodeStep />;
    case 'sign-up':
      return <SignUp />;
    case 'sign-up-sent':
      return <SignUpSent />;
    case 'verify':
      return <Verify />;
    case 'factor':
      return <Factor key={shown.method} {...shown} />;
    case 'enrol':
      return <Enrol />;
    case 'change-password':
      return <ChangePassword />;
    case 'forgot':
      return <Forgot />;
    case 'forgot-code':
      return <ForgotCode />;
    case 'new-password':
      return <NewPassword token={shown.token} />;
    case 'password-set':
      return <PasswordSet />;
    case 'choose':
      return <ChooseAccount />;
  }
}

/** The page of an address begins with its step. */
if (path === 'sign-up') step.value = { name: 'sign-up' };
if (path === 'forgot') step.value = { name: 'forgot' };
