// Deletes the account. The person types its address, so that no slip of the finger does it.
import { api, pageUrl } from '../../kit/api.ts';
import { Action, Field, Form } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { say } from '../../kit/words/account/index.ts';
import { WrongField } from '../../kit/wrong-field.ts';
import { me, router } from './me.ts';
import { proved } from './step-up.tsx';

export function DeleteAccount() {
  const address = me.value?.email ?? me.value?.phone ?? me.value?.id ?? '';
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
      <Action onClick={() => router.show('')}>{say('cancel')}</Action>
    </Panel>
  );
}
