// The devices that need no second factor for a while.

import { Do } from '../../kit/do.tsx';
import { Item, Panel } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { api } from '../ui/api.ts';
import { say } from '../words/account.ts';
import { moment } from '../words/index.ts';
import { useListed } from './listed.ts';

export function TrustedDevices() {
  const { items, problem, read } = useListed(async () => (await api.account.trustedDevices()).devices);
  return (
    <Panel title={say('trustedDevices')} lead={say(items.value?.length ? 'trustedLead' : 'trustedNone')}>
      <Problem error={problem.value} />
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
