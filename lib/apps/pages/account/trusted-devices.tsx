// The devices that need no second factor for a while.
import { api } from '../../kit/api.ts';
import { Notice } from '../../kit/page.tsx';
import { Do, Item, moment, Panel } from '../../kit/panel.tsx';
import { say } from '../../kit/words/account/index.ts';
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
