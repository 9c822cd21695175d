// Disables, enables and deletes a user.
import { useSignal } from '@preact/signals';
import { Act, Confirm, call, may, navigate, Panel, toast } from '../../kit.ts';
import { addressOf } from '../people/people.tsx';
import { type PartProps, say } from './words.ts';

export function Danger({ details: { user }, name }: PartProps) {
  const asking = useSignal<'disable' | 'delete' | undefined>(undefined);
  const { id, isActive } = user;
  const setActive = (is: boolean) => call('adminUsers.update', { id, isActive: is });
  const close = (): void => {
    asking.value = undefined;
  };
  const ask = (what: 'disable' | 'delete') => () => {
    asking.value = what;
  };
  if (!may('operate'))
    return (
      <Panel title={say('part-danger')}>
        <p>{say('needsOperator')}</p>
      </Panel>
    );
  return (
    <div class="two">
      <Panel title={say(isActive ? 'disableTitle' : 'enableTitle')} lead={say(isActive ? 'disableLead' : 'enableLead')}>
        <div class="doings">
          {isActive ? (
            <button type="button" class="second" onClick={ask('disable')}>
              {say('disable')}
            </button>
          ) : (
            <Act
              operation="adminUsers.update"
              input={{ id, isActive: true }}
              onDone={() => toast(say('enabled', { name }), { undo: () => setActive(false) })}
            >
              {say('enable')}
            </Act>
          )}
        </div>
      </Panel>
      <Panel title={say('deleteTitle')} lead={say('deleteLead')}>
        <div class="doings">
          <button type="button" class="danger-full" onClick={ask('delete')}>
            {say('delete')}
          </button>
        </div>
      </Panel>
      {asking.value === 'disable' && (
        <Confirm
          title={`${say('disable')}: ${name}`}
          operation="adminUsers.update"
          input={{ id, isActive: false }}
          submit={say('disable')}
          onClose={close}
          onDone={() => toast(say('disabled', { name }), { undo: () => setActive(true) })}
        >
          {say('disableLead')}
        </Confirm>
      )}
      {asking.value === 'delete' && (
        <Confirm
          title={`${say('delete')}: ${name}`}
          name={addressOf(user)}
          operation="adminUsers.remove"
          input={{ id }}
          submit={say('delete')}
          onClose={close}
          onDone={() => {
            toast(say('deleted', { name }));
            navigate('users');
          }}
        >
          {say('deleteLead')}
        </Confirm>
      )}
    </div>
  );
}
