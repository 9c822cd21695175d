// Deactivates, activates and deletes a tenant. Both ends ask for its short name.
import { useSignal } from '@preact/signals';
import { Act, Confirm, navigate, Panel, toast } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export function Danger({ tenant: { id, name, slug, isActive } }: PartProps) {
  const asked = useSignal<'deactivate' | 'delete' | undefined>(undefined);
  const close = (): void => {
    asked.value = undefined;
  };
  return (
    <>
      <Panel title={say(isActive ? 'deactivate' : 'activate')} lead={say(isActive ? 'deactivateLead' : 'activateLead')}>
        <div class="doings">
          {isActive ? (
            <button
              type="button"
              class="danger"
              onClick={() => {
                asked.value = 'deactivate';
              }}
            >
              {say('deactivate')}
            </button>
          ) : (
            <Act
              operation="adminTenants.update"
              input={{ id, isActive: true }}
              onDone={() => toast(say('activated', { name }))}
            >
              {say('activate')}
            </Act>
          )}
        </div>
      </Panel>
      <Panel title={say('delete')} lead={say('deleteLead')}>
        <div class="doings">
          <button
            type="button"
            class="danger"
            onClick={() => {
              asked.value = 'delete';
            }}
          >
            {say('delete')}
          </button>
        </div>
      </Panel>
      {asked.value === 'deactivate' && (
        <Confirm
          title={say('deactivate')}
          operation="adminTenants.update"
          input={{ id, isActive: false }}
          name={slug}
          submit={say('deactivate')}
          onClose={close}
          onDone={() => toast(say('deactivated', { name }))}
        >
          {say('deactivateWill', { name })}
        </Confirm>
      )}
      {asked.value === 'delete' && (
        <Confirm
          title={say('delete')}
          operation="adminTenants.remove"
          input={{ id }}
          name={slug}
          submit={say('delete')}
          touches={['adminConsole', 'adminUsers']}
          onClose={close}
          onDone={() => {
            toast(say('deleted', { name }));
            navigate('tenants');
          }}
        >
          {say('deleteWill', { name })}
        </Confirm>
      )}
    </>
  );
}
