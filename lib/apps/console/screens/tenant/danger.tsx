// Deactivates, activates and deletes a tenant. Both ends ask for its short name.
import { Act, Confirm, navigate, Opens, Panel, toast } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export function Danger({ tenant: { id, name, slug, isActive } }: PartProps) {
  return (
    <>
      <Panel title={say(isActive ? 'deactivate' : 'activate')} lead={say(isActive ? 'deactivateLead' : 'activateLead')}>
        <div class="doings">
          {isActive ? (
            <Opens text={say('deactivate')} class="danger">
              {(close) => (
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
            </Opens>
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
          <Opens text={say('delete')} class="danger">
            {(close) => (
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
          </Opens>
        </div>
      </Panel>
    </>
  );
}
