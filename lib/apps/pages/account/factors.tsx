// Second factors: authenticators, the switch, recovery codes.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MfaStatus, TotpDeviceSetup } from '../../../packages/client/index.ts';
import { Do } from '../../kit/do.tsx';
import { Item, Panel } from '../../kit/panel.tsx';
import { Problem, useSending } from '../../kit/problem.tsx';
import { api } from '../ui/api.ts';
import { CodeList } from '../ui/code-list.tsx';
import { Action } from '../ui/form.tsx';
import { Scan } from '../ui/scan.tsx';
import { say } from '../words/account.ts';
import { moment } from '../words/index.ts';
import { load, me, said } from './me.ts';
import { proved } from './step-up.tsx';

export function Factors() {
  const status = useSignal<MfaStatus | undefined>(undefined);
  const setup = useSignal<TotpDeviceSetup | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
  const { problem, send } = useSending();
  const read = async (): Promise<void> => {
    status.value = await api.mfa.status();
  };
  useEffect(() => void send(read), []);
  if (problem.value) return <Problem error={problem.value} />;
  if (!status.value) return <div class="skeleton" aria-busy="true" />;
  const { isEnabled, canToggle, required, hasRecoveryCode, totpDevices, configuredMethods } = status.value;
  if (!configuredMethods.length) return null;
  const devices = totpDevices.filter(({ verified }) => verified);
  const renew = async (): Promise<void> => {
    codes.value = (await proved(() => api.mfa.generateRecoveryCodes())).codes;
    await read();
  };
  if (codes.value.length)
    return (
      <Panel title={say('recoveryTitle')} lead={say('recoveryLead')}>
        <CodeList
          codes={codes.value}
          name={me.value?.tenant.name ?? ''}
          onDone={() => {
            codes.value = [];
          }}
        />
      </Panel>
    );
  if (setup.value)
    return (
      <Panel title={say('addAuthenticator')}>
        <Scan
          setup={setup.value}
          onCode={async (otp) => {
            await api.mfa.verifyTotpSetup({ otp, deviceId: setup.value?.deviceId });
            setup.value = undefined;
            await Promise.all([read(), load()]);
            said.value = say('authenticatorAdded');
            if (!hasRecoveryCode) await renew();
          }}
        />
        <Action
          onClick={() => {
            setup.value = undefined;
          }}
        >
          {say('cancel')}
        </Action>
      </Panel>
    );
  return (
    <Panel title={say('twoStep')} lead={say(isEnabled ? 'twoStepOn' : 'twoStepOff')}>
      {devices.map(({ id, deviceName, lastUsedAt, createdAt }) => (
        <Item
          key={id}
          title={deviceName}
          note={
            lastUsedAt ? say('lastUsed', { at: moment(lastUsedAt) }) : say('addedAt', { at: moment(createdAt ?? '') })
          }
        >
          <Do
            class="danger"
            label={`${say('remove')}: ${deviceName}`}
            act={async () => {
              await proved(() => api.mfa.removeDevice({ deviceId: id }));
              await Promise.all([read(), load()]);
            }}
          >
            {say('remove')}
          </Do>
        </Item>
      ))}
      <div class="doings">
        {configuredMethods.includes('totp') && (
          <Do
            act={async () => {
              setup.value = await proved(() => api.mfa.setupTotp({ deviceName: say('authenticatorApp') }));
            }}
          >
            {say('addAuthenticator')}
          </Do>
        )}
        {isEnabled && <Do act={renew}>{say(hasRecoveryCode ? 'newRecoveryCodes' : 'makeRecoveryCodes')}</Do>}
        {canToggle && !required && (
          <Do
            act={async () => {
              await proved(() => api.mfa.toggle({ enabled: !isEnabled }));
              await Promise.all([read(), load()]);
            }}
          >
            {say(isEnabled ? 'twoStepDisable' : 'twoStepEnable')}
          </Do>
        )}
      </div>
    </Panel>
  );
}
