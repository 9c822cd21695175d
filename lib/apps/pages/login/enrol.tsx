// Sets up an authenticator, where the tenant requires one at sign-in.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LoginReply, TotpDeviceSetup } from '../../../packages/client/index.ts';
import { api, asError } from '../../kit/api.ts';
import { brand } from '../../kit/brand.ts';
import { CodeList } from '../../kit/code-list.tsx';
import { Notice, Page } from '../../kit/page.tsx';
import { Scan } from '../../kit/scan.tsx';
import { explain } from '../../kit/words/errors.ts';
import { say } from '../../kit/words/sign-in/index.ts';
import { proceed } from './flow.ts';

export function Enrol() {
  const setup = useSignal<TotpDeviceSetup | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
  const login = useRef<LoginReply>(null);
  const problem = useSignal('');
  useEffect(() => {
    api.mfa.setupTotp().then(
      (made) => {
        setup.value = made;
      },
      (error: unknown) => {
        problem.value = explain(asError(error));
      },
    );
  }, []);
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
      {problem.value && <Notice isWrong>{problem.value}</Notice>}
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
