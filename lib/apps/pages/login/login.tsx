// Shows the page of the address, and on the sign-in page the step.
import { pageUrl } from '../ui/api.ts';
import { Page } from '../ui/page.tsx';
import { say } from '../words/index.ts';
import { ChooseAccount } from './accounts.tsx';
import { Back } from './back.tsx';
import { accounts } from './browser-accounts.ts';
import { ChangePassword } from './change-password.tsx';
import { CodeStep } from './code.tsx';
import { DeadEnd } from './dead-end.tsx';
import { Enrol } from './enrol.tsx';
import { Factor } from './factor.tsx';
import { identifier, restore, type Step, step } from './flow.ts';
import { Identify } from './identify.tsx';
import { Invitation } from './invitation.tsx';
import { joining, passkeys } from './parts.ts';
import { PasswordStep } from './password.tsx';
import { asked, hasContinued, path, refused, tenant } from './request.ts';
import { Forgot, ForgotCode, NewPassword, PasswordSet } from './reset.tsx';
import { SignedOut, SignOut } from './sign-out.tsx';
import { SignUp, Verify } from './sign-up.tsx';
import { Tenant } from './tenant.tsx';

export function Login() {
  // A session is a cookie: without them, every sign-in would begin anew.
  if (!navigator.cookieEnabled) return <DeadEnd reason="cookies_blocked" />;
  switch (path) {
    case 'invitation':
    case 'recovery':
      return <Invitation />;
    case 'join': {
      const { Confirm } = joining.value ?? {};
      return Confirm ? <Confirm /> : <DeadEnd reason="" />;
    }
    case 'sign-out':
      return <SignOut />;
    case 'signed-out':
      return <SignedOut />;
    case 'error':
      return <DeadEnd reason={new URLSearchParams(location.search).get('code') ?? ''} />;
    case 'back':
      return step.value.name === 'identify' ? <Back /> : <Shown />;
    case '':
    case 'sign-up':
    case 'forgot':
      return refused.value ? <DeadEnd {...refused.value} /> : <Shown />;
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

/** Whether a step needs to know the tenant. For the others, a session says which one it is. */
const NEEDS_TENANT: Readonly<Record<Step['name'], boolean>> = {
  identify: true,
  password: true,
  code: true,
  'sign-up': true,
  'sign-up-sent': true,
  verify: true,
  factor: false,
  enrol: false,
  'change-password': false,
  forgot: true,
  'forgot-code': true,
  'new-password': true,
  'password-set': false,
  choose: false,
  offer: false,
};

function Shown() {
  const shown = step.value;
  const { Offer } = passkeys.value ?? {};
  if (!tenant.value && NEEDS_TENANT[shown.name]) return <Tenant />;
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
      return <CodeStep isSignUp />;
    case 'verify':
      return <Verify />;
    case 'factor':
      return <Factor key={shown.method} {...shown} />;
    case 'enrol':
      return <Enrol {...shown} />;
    case 'change-password':
      return <ChangePassword />;
    case 'forgot':
      return <Forgot />;
    case 'forgot-code':
      return <ForgotCode />;
    case 'new-password':
      return <NewPassword />;
    case 'password-set':
      return <PasswordSet />;
    case 'choose':
      return <ChooseAccount />;
    case 'offer':
      return Offer ? <Offer /> : null;
  }
}

/** Returns the step that the page begins with. */
function firstStep(): Step {
  const prompt = asked.value?.prompt ?? [];
  if (path === 'sign-up' || prompt.includes('create')) return { name: 'sign-up' };
  if (path === 'forgot') return { name: 'forgot' };
  if (path === 'back' || !accounts.value.length || prompt.includes('login')) return { name: 'identify' };
  if (!hasContinued()) return { name: 'choose' };
  // The application did not accept the session of this account. The person proves again that it is theirs.
  identifier.value = accounts.value.find(({ isActive }) => isActive)?.email ?? '';
  return { name: 'identify' };
}

/** Shows the first step, and each one that the browser goes back to. */
export function start(): void {
  restore(firstStep());
  addEventListener('popstate', () => restore(firstStep()));
}
