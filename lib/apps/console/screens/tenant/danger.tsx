// Ends the sessions of a tenant, deactivates, activates and deletes it. What ends something asks for its short name. Admins of
// this tenant only end its sessions.
import { Act, Asks, isOfDeployment, navigate, Panel, toast } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export const Danger = ({ tenant }: PartProps) => (
  <>
    <End {...tenant} />
    {isOfDeployment() && <Off {...tenant} />}
  </>
);

const End = ({ id, name, slug }: PartProps['tenant']) => (
  <Panel title={say('endSessions')} lead={say('endSessionsLead')}>
    <div class="doings">
      <Asks
        text={say('endSessions')}
        class="danger"
        operation="adminTenants.endSessions"
        input={{ id }}
        name={slug}
        touches={['adminUsers']}
        onDone={() => toast(say('sessionsEnded', { name }))}
      >
        {say('endSessionsWill', { name })}
      </Asks>
    </div>
  </Panel>
);

function Off({ id, name, slug, isActive }: PartProps['tenant']) {
  return (
    <>
      <Panel title={say(isActive ? 'deactivate' : 'activate')} lead={say(isActive ? 'deactivateLead' : 'activateLead')}>
        <div class="doings">
          {isActive ? (
            <Asks
              text={say('deactivate')}
              class="danger"
              operation="adminTenants.update"
              input={{ id, isActive: false }}
              name={slug}
              onDone={() => toast(say('deactivated', { name }))}
            >
              {say('deactivateWill', { name })}
            </Asks>
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
          <Asks
            text={say('delete')}
            class="danger"
            operation="adminTenants.remove"
            input={{ id }}
            name={slug}
            touches={['adminConsole', 'adminUsers']}
            onDone={() => {
              toast(say('deleted', { name }));
              navigate('tenants');
            }}
          >
            {say('deleteWill', { name })}
          </Asks>
        </div>
      </Panel>
    </>
  );
}
