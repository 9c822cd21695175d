// Disables, enables and deletes a user.
import { Act, Asks, call, may, navigate, Panel, toast } from '../../kit.ts';
import { addressOf } from '../people/people.tsx';
import { type PartProps, say } from './words.ts';

export function Danger({ details: { user }, name }: PartProps) {
  const { id, isActive } = user;
  const setActive = (is: boolean) => call('adminUsers.update', { id, isActive: is });
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
            <Asks
              text={say('disable')}
              class="second"
              title={`${say('disable')}: ${name}`}
              operation="adminUsers.update"
              input={{ id, isActive: false }}
              onDone={() => toast(say('disabled', { name }), { undo: () => setActive(true) })}
            >
              {say('disableLead')}
            </Asks>
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
          <Asks
            text={say('delete')}
            class="danger-full"
            title={`${say('delete')}: ${name}`}
            name={addressOf(user)}
            operation="adminUsers.remove"
            input={{ id }}
            onDone={() => {
              toast(say('deleted', { name }));
              navigate('users');
            }}
          >
            {say('deleteLead')}
          </Asks>
        </div>
      </Panel>
    </div>
  );
}
