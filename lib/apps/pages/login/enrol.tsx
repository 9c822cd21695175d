// Sets up an authenticator, where the tenant requires one at sign-in.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LoginReply, TotpDeviceSetup } from '../../../packages/client/index.ts';
import { Problem, useSending } from '../../kit/problem.tsx';
import { api } from '../ui/api.ts';
import { brand } from '../ui/brand.ts';
import { CodeList } from '../ui/code-list.tsx';
import { Page } from '../ui/page.tsx';
import { Scan } from '../ui/scan.tsx';
import { say } from '../words/sign-in.ts';
import { proceed } from './flow.ts';
import { passkeys } from './parts.ts';

/** `hasPasskey`: a passkey will do, too. */
export function Enrol({ hasPasskey }: { hasPasskey: boolean }) {
  const { Enrol: EnrolPasskey } = passkeys.value ?? {};
  const setup = useSignal<TotpDeviceSetup | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
  const login = useRef<LoginReply>(null);
  const { problem, send } = useSending();
  const begin = async (): Promise<void> => {
    setup.value = await api.mfa.setupTotp();
  };
  useEffect(() => void send(begin), []);
  if (codes.value.length)
    return (
      <Page title={say('recoveryTitle')} lead={say('recoveryLead')}>
        <CodeList
          codes={codes.value}
          name={brand.value?.name ?? ''}
          onDone={() => login.current && proceed(login.current)}
        />
      </Page>
    );
  return (
    <Page title={say('enrolTitle')} lead={say('enrolRequired')}>
      {hasPasskey && EnrolPasskey && <EnrolPasskey />}
      <Problem error={problem.value} />
      {setup.value ? (
        <Scan
          setup={setup.value}
          onCode={async (otp) => {
            login.current = await api.mfa.enrol({ otp, deviceId: setup.value?.deviceId });
            codes.value = (await api.mfa.generateRecoveryCodes()).codes;
          }}
        />
      ) : (
        <div class="skeleton" aria-busy="true" />
      )}
    </Page>
  );
}
