// Asks before it signs out: a link of another site alone must not do it.
import { api, pageUrl } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { resume } from './request.ts';

export const SignOut = () => (
  <Page title={say('signOutTitle')} lead={say('signOutLead')}>
    <div class="list">
      <Action
        class="wide"
        onClick={async () => {
          await api.authentication.logout().catch(() => {});
          const sealed = encodeURIComponent(resume ?? '');
          location.replace(pageUrl(resume ? `oauth2/logout?resume=${sealed}` : 'login/signed-out'));
        }}
      >
        {say('signOut')}
      </Action>
      <a class="button second" href={pageUrl('account')}>
        {say('staySignedIn')}
      </a>
    </div>
  </Page>
);

export const SignedOut = () => (
  <Page title={say('signedOutTitle')} lead={say('signedOutLead')}>
    <a class="button second" href={pageUrl('login')}>
      {say('signInAgain')}
    </a>
  </Page>
);
