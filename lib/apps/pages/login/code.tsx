// Signs in with a code that was sent to the address.
import { Form } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Action, Code } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Again } from '../ui/send-again.tsx';
import { say } from '../words/sign-in.ts';
import { channelOf, go, identifier, proceed } from './flow.ts';
import { tenant } from './request.ts';

/** `isSignUp`: the code is that of a sign-up where addresses are verified before the first login. */
export function CodeStep({ isSignUp }: { isSignUp?: boolean }) {
  const address = identifier.value;
  const channel = channelOf(address);
  const tenantId = tenant.value?.id;
  const [title, lead] = isSignUp ? (['signUpSent', 'signUpSentLead'] as const) : (['checkMail', 'codeSent'] as const);
  return (
    <Page title={say(title)} lead={say(lead, { identifier: address })}>
      <Form
        submit={say('signIn')}
        onSubmit={async ({ code = '' }) => {
          const credentials = { identifier: address, channels: [channel], code: code.replaceAll(' ', '') };
          await proceed(await api.authentication.login({ tenantId, providerName: 'passwordless', credentials }));
        }}
      >
        <Code />
      </Form>
      <div class="tight">
        <Again send={() => api.authentication.sendLoginCode({ identifier: address, channel, tenantId })} />
        {!isSignUp && <Action onClick={() => go({ name: 'password' })}>{say('usePassword')}</Action>}
        <Action onClick={() => go({ name: 'identify' })}>{say('back')}</Action>
      </div>
    </Page>
  );
}
