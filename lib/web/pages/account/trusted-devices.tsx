// The devices that need no second factor for a while.
import { api } from '../../api.ts';
import { Notice } from '../../ui/page.tsx';
import { Do, Item, moment, Panel } from '../../ui/panel.tsx';
import { say } from '../../words/account/index.ts';
import { useListed } from './listed.ts';

export function TrustedDevices() {
  const { items, problem, read } = useListed(async () => (await api.account.trustedDevices()).devices);
  return (
    <Panel title={say('trustedDevices')} lead={say(items.value?.length ? 'trustedLead' : 'trustedNone')}>
      {problem.value && <Notice isWrong>{problem.value}</Notice>}
      {items.value?.map(({ id, deviceName, isCurrent, ipAddress, expiresAt }) => (
        <Item
          key={id}
          title={deviceName}
          note={`${ipAddress} · ${say('until', { at: moment(expiresAt) })}`}
          badge={isCurrent ? say('thisDevice') : undefined}
        >
          <Do
            label={`${say('forget')}: ${deviceName}`}
            act={async () => {
              await api.account.forgetDevice({ id });
              await read();
            }}
          >
            {say('forget')}
          </Do>
        </Item>
      ))}
    </Panel>
  );
}
