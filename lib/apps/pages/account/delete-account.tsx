// Deletes the account. The person types its address, so that no slip of the finger does it.
import { Field, Form } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { WrongField } from '../../kit/voice.ts';
import { api, pageUrl } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/account.ts';
import { addressOf, me, router } from './me.ts';
import { proved } from './step-up.tsx';

export function DeleteAccount() {
  const address = addressOf() || (me.value?.id ?? '');
  return (
    <Panel title={say('deleteTitle')} lead={say('deleteLead', { name: me.value?.tenant.name ?? '' })}>
      <ul class="bullets">
        <li>{say('deleteSessions')}</li>
        <li>{say('deleteFactors')}</li>
        <li>{say('deleteAddresses')}</li>
        <li>{say('deleteApplications')}</li>
      </ul>
      <div class="grave">
        <Form
          submit={say('deleteForever')}
          onSubmit={async ({ typed = '' }) => {
            if (typed.trim().toLowerCase() !== address.toLowerCase())
              throw new WrongField('typed', say('deleteDifferent'));
            await proved(() => api.authentication.deleteAccount());
            location.replace(pageUrl('login/signed-out'));
          }}
        >
          <Field name="typed" label={say('deleteType', { address })} autocomplete="off" maxLength={254} />
        </Form>
      </div>
      <Action onClick={() => router.navigate('')}>{say('cancel')}</Action>
    </Panel>
  );
}
