// Sets up an authenticator, where the tenant requires one at sign-in.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TotpDeviceSetup } from '../../../client/index.ts';
import { api, asError } from '../../api.ts';
import { Code, Form } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { explain } from '../../words/errors.ts';
import { say } from '../../words/index.ts';
import { leave } from './request.ts';

export function Enrol() {
  const setup = useSignal<TotpDeviceSetup | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
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
  if (codes.value.length) return <RecoveryCodes codes={codes.value} onDone={leave} />;
  return (
    <Page title={say('enrolTitle')} lead={say('enrolRequired')}>
      {problem.value && <Notice isWrong>{problem.value}</Notice>}
      {setup.value ? (
        <Scan
          setup={setup.value}
          onCodes={(made) => {
            codes.value = made;
          }}
        />
      ) : (
        <div class="skeleton" aria-busy="true" />
      )}
    </Page>
  );
}

function Scan({ setup, onCodes }: { setup: TotpDeviceSetup; onCodes: (codes: readonly string[]) => void }) {
  return (
    <>
      <p>{say('enrolScan')}</p>
      <img class="qr" src={setup.qrCode} alt={say('enrolQr')} />
      <p class="tight">
        <span class="hint">{say('enrolManual')}</span>
        <span class="secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <Form
        submit={say('confirm')}
        onSubmit={async ({ code = '' }) => {
          await api.mfa.verifyTotpSetup({ otp: code.replaceAll(' ', ''), deviceId: setup.deviceId });
          const made = await api.mfa.generateRecoveryCodes();
          onCodes(made.codes);
        }}
      >
        <Code label={say('enrolCode')} />
      </Form>
    </>
  );
}
