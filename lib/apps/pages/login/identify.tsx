// The first step: who is it? The next one is the same for every address, so the page does not tell who has an account.
import { Field, Form } from '../../kit/form.tsx';
import { api, pageUrl } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { go, identifier } from './flow.ts';
import { passkeys } from './parts.ts';
import { destination, forgetTenant, isTenantNamed, keepRequest, loginHint, tenant } from './request.ts';

export function Identify() {
  const { providers = [], signup } = tenant.value ?? {};
  const { SignIn } = passkeys.value ?? {};
  return (
    <Page title={say('signIn')} lead={say('signInTo', { name: destination() })}>
      <Form
        submit={say('next')}
        onSubmit={async (values) => {
          identifier.value = (values.identifier ?? '').trim();
          go({ name: 'password' });
        }}
      >
        <Field
          name="identifier"
          label={say('identifier')}
          autocomplete="username webauthn"
          // Phones show a keyboard with an @.
          inputMode="email"
          maxLength={254}
          value={identifier.value || loginHint.value}
          isFocused
        />
      </Form>
      {(SignIn || providers.length > 0) && (
        <div class="list">
          <p class="or">{say('or')}</p>
          {SignIn && <SignIn />}
          {providers.map((provider) => (
            <button key={provider.name} type="button" class="second wide" onClick={() => startWith(provider.name)}>
              {say('continueWith', { name: provider.label })}
            </button>
          ))}
        </div>
      )}
      <p class="row">
        <span class="lead">{say('noAccount')}</span>
        <Action class="plain" onClick={() => go({ name: 'sign-up' })}>
          {say(signup?.mode === 'closed' ? 'getAccount' : 'signUp')}
        </Action>
      </p>
      {!isTenantNamed.value && <Action onClick={forgetTenant}>{say('otherTenant')}</Action>}
    </Page>
  );
}

/** Sends the browser to an identity provider. It comes back with the cookies of a session (back.tsx). */
export async function startWith(provider: string): Promise<void> {
  keepRequest();
  const tenantId = tenant.value?.id;
  const redirectUri = pageUrl('login/back');
  const { location: target } = await api.sso.start({ provider, tenantId, redirectUri, mode: 'cookie' });
  location.assign(target);
}
