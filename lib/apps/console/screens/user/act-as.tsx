// Begins to act as a user, where deployment and tenant allow it, and goes to the account.
import { common, Dialog, Field, Form, may, Opens, Panel, pageUrl } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export function ActAs({ details: { user, isActingAllowed }, name }: PartProps) {
  if (!may('operate') || !isActingAllowed || !user.isActive) return null;
  return (
    <Panel title={say('actTitle')} lead={say('actLead')}>
      <div class="doings">
        <Opens text={say('act')}>
          {(close) => (
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
        </Opens>
      </div>
    </Panel>
  );
}
