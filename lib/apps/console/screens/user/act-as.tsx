// Begins to act as a user, where deployment and tenant allow it, and goes to the account.
import { useSignal } from '@preact/signals';
import { common, Dialog, Field, Form, may, Panel, pageUrl } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export function ActAs({ details: { user, isActingAllowed }, name }: PartProps) {
  const isAsking = useSignal(false);
  if (!may('operate') || !isActingAllowed || !user.isActive) return null;
  const close = (): void => {
    isAsking.value = false;
  };
  return (
    <Panel title={say('actTitle')} lead={say('actLead')}>
      <div class="doings">
        <button
          type="button"
          class="second"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {say('act')}
        </button>
      </div>
      {isAsking.value && (
        <Dialog title={`${say('act')}: ${name}`} lead={say('actLead')} onClose={close}>
          <Form
            operation="adminUsers.actAs"
            input={({ reason = '' }) => ({ id: user.id, reason })}
            submit={say('act')}
            onDone={() => location.assign(pageUrl('account'))}
            actions={
              <button type="button" class="second" onClick={close}>
                {common('cancel')}
              </button>
            }
          >
            <Field name="reason" label={say('actReason')} hint={say('actReasonHint')} maxLength={200} isFocused />
          </Form>
        </Dialog>
      )}
    </Panel>
  );
}
