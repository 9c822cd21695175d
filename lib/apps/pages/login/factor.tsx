// Asks for the second factor. A recovery code is always possible.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MfaMethod } from '../../../packages/client/index.ts';
import { Check, Field, Form } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Action, FactorCode } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Again } from '../ui/send-again.tsx';
import { type SignInWord, say } from '../words/sign-in.ts';
import { go, proceed } from './flow.ts';
import { passkeys } from './parts.ts';

const LEADS: Readonly<Record<MfaMethod, SignInWord>> = { totp: 'factorTotp', email: 'factorEmail', sms: 'factorSms' };
const USES: Readonly<Record<MfaMethod, SignInWord>> = { totp: 'useTotp', email: 'useEmail', sms: 'useSms' };

type Props = { methods: readonly MfaMethod[]; method: MfaMethod | undefined; hasPasskey: boolean };

export function Factor({ methods, method, hasPasskey }: Props) {
  const isRecovery = useSignal(false);
  const { Confirm } = passkeys.value ?? {};
  useEffect(() => {
    if (method && method !== 'totp') void api.mfa.challenge({ method }).catch(() => {});
  }, [method]);
  return (
    <Page title={say('factorTitle')} lead={isRecovery.value ? say('factorRecovery') : method && say(LEADS[method])}>
      {hasPasskey && !isRecovery.value && Confirm && <Confirm isFirst={!method} />}
      {(method || isRecovery.value) && (
        <Form
          key={String(isRecovery.value)}
          submit={say('confirm')}
          onSubmit={async ({ code = '', trust }) => {
            const trustDevice = trust === 'on';
            const typed = code.replaceAll(' ', '');
            await proceed(
              isRecovery.value
                ? await api.mfa.verifyRecoveryCode({ code: typed, trustDevice })
                : await api.mfa.verify({ method: method ?? 'totp', otp: typed, trustDevice }),
            );
          }}
        >
          {/* Before the code, whose last digit sends the form. */}
          <Check name="trust" label={say('trustDevice')} />
          {isRecovery.value ? (
            <Field name="code" label={say('recoveryCode')} autocomplete="off" maxLength={40} isFocused />
          ) : (
            <FactorCode />
          )}
        </Form>
      )}
      <div class="tight">
        {!isRecovery.value && method && method !== 'totp' && <Again send={() => api.mfa.challenge({ method })} />}
        {methods
          .filter((each) => each !== method || isRecovery.value)
          .map((each) => (
            <Action
              key={each}
              onClick={() => {
                isRecovery.value = false;
                go({ name: 'factor', methods, method: each, hasPasskey });
              }}
            >
              {say(USES[each])}
            </Action>
          ))}
        {!isRecovery.value && (
          <Action
            onClick={() => {
              isRecovery.value = true;
            }}
          >
            {say('useRecovery')}
          </Action>
        )}
        <Action onClick={() => go({ name: 'identify' })}>{say('back')}</Action>
      </div>
    </Page>
  );
}
