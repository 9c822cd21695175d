// Signs in with a code that was sent to the address.
import { api } from '../../api.ts';
import { Action, Code, Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Again } from '../../ui/send-again.tsx';
import { say } from '../../words/index.ts';
import { channelOf, go, identifier, proceed } from './flow.ts';
import { tenant } from './request.ts';

export function CodeStep() {
  const address = identifier.value;
  const channel = channelOf(address);
  const tenantId = tenant.value?.id;
  return (
    <Page title={say('checkMail')} lead={say('codeSent', { identifier: address })}>
      <Form
        submit={say('signIn')}
        onSubmit={async ({ code = '' }) => {
          const credentials = { identifier: address, channels: [channel], code: code.replaceAll(' ', '') };
          proceed(await api.authentication.login({ tenantId, providerName: 'passwordless', credentials }));
        }}
      >
        <Code />
      </Form>
      <div class="tight">
        <Again send={() => api.authentication.sendLoginCode({ identifier: address, channel, tenantId })} />
        <Action onClick={() => go({ name: 'password' })}>{say('usePassword')}</Action>
      </div>
    </Page>
  );
}
