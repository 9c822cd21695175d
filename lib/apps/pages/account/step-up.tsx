// Asks people to confirm who they are, in place, where the service wants a recent login.

import { signal, useSignal } from '@preact/signals';
import type { LoginReply, MfaMethod } from '../../../packages/client/index.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Field, Form, Username } from '../../kit/form.tsx';
import { api, asError } from '../ui/api.ts';
import { Action, FactorCode, Password } from '../ui/form.tsx';
import { Again } from '../ui/send-again.tsx';
import { say } from '../words/account.ts';
import { addressOf, hasPasskeys, load, me, signInAgain } from './me.ts';
import { usePasskeys } from './own-passkeys.ts';

type Question = { settle: (isProved: boolean) => void };
const question = signal<Question | undefined>(undefined);

/** Calls the service. If it wants a recent login, the person gives one and it is called once more. */
export async function proved<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (asError(error).code !== 'REAUTH_REQUIRED') throw error;
    const isProved = await new Promise<boolean>((settle) => {
      question.value = { settle };
    });
    question.value = undefined;
    if (!isProved) throw error;
    return call();
  }
}

/** The dialog. The session that it begins replaces the one before, so that no second one stays in the list. */
export function StepUp() {
  if (!question.value) return null;
  return <Proof settle={question.value.settle} />;
}

function Proof({ settle }: Question) {
  /** The method of the second factor, which is asked for. */
  const pending = useSignal<MfaMethod | undefined>(undefined);
  const previous = me.value?.sessionId;
  const proceed = async ({ nextStep, mfaMethods = [], defaultMfaMethod }: LoginReply): Promise<void> => {
    if (nextStep === 'mfa') {
      const method = defaultMfaMethod ?? mfaMethods[0] ?? 'totp';
      if (method !== 'totp') await api.mfa.challenge({ method }).catch(() => {});
      pending.value = method;
      return;
    }
    if (nextStep !== null) return signInAgain();
    // It may have ended already.
    if (previous) await api.account.endSession({ id: previous }).catch(() => {});
    await load();
    settle(true);
  };
  // The first factor has replaced the cookies: a login that is not completed has to begin again.
  const cancel = (): void => (pending.value ? signInAgain() : settle(false));
  return (
    <Dialog title={say('stepUpTitle')} lead={say('stepUpLead')} onClose={cancel}>
      {pending.value ? <Factor method={pending.value} proceed={proceed} /> : <FirstFactor proceed={proceed} />}
      {!pending.value && hasPasskeys.value && <Touch onProved={() => settle(true)} />}
      <div class="row">
        <Action onClick={cancel}>{say('cancel')}</Action>
        {!pending.value && (
          <Action class="plain" onClick={signInAgain}>
            {say('stepUpOther')}
          </Action>
        )}
      </div>
    </Dialog>
  );
}

/** A passkey, where the account has one: one touch. */
const Touch = ({ onProved }: { onProved: () => void }) =>
  usePasskeys(({ Proof: Shown }, { length }) => length > 0 && <Shown key="" onProved={onProved} />);

type Step = { proceed: (reply: LoginReply) => Promise<void> };

function FirstFactor({ proceed }: Step) {
  const { email, phone, tenantId } = me.value ?? {};
  const address = email ? { email } : { phone: phone ?? '' };
  return (
    <Form
      submit={say('confirm')}
      onSubmit={async ({ password = '' }) =>
        proceed(await api.authentication.login({ tenantId, credentials: { ...address, password } }))
      }
    >
      <Username value={addressOf()} />
      <Password name="password" label={say('password')} autocomplete="current-password" maxLength={128} isFocused />
    </Form>
  );
}

function Factor({ method, proceed }: { method: MfaMethod } & Step) {
  const isRecovery = useSignal(false);
  return (
    <>
      <Form
        key={String(isRecovery.value)}
        submit={say('confirm')}
        onSubmit={async ({ code = '' }) => {
          const typed = code.replaceAll(' ', '');
          await proceed(
            isRecovery.value
              ? await api.mfa.verifyRecoveryCode({ code: typed })
              : await api.mfa.verify({ method, otp: typed }),
          );
        }}
      >
        {isRecovery.value ? (
          <Field name="code" label={say('recoveryCode')} autocomplete="off" maxLength={40} isFocused />
        ) : (
          <FactorCode />
        )}
      </Form>
      {!isRecovery.value && method !== 'totp' && <Again send={() => api.mfa.challenge({ method })} />}
      {!isRecovery.value && (
        <Action
          onClick={() => {
            isRecovery.value = true;
          }}
        >
          {say('useRecovery')}
        </Action>
      )}
    </>
  );
}
