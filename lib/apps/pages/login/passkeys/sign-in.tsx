// Signs in with a passkey: from the browser's list below the field, or with the button.
import { useEffect, useRef } from 'preact/hooks';
import type { LoginReply } from '../../../../packages/client/index.ts';
import { Problem, useSending } from '../../../kit/problem.tsx';
import { passkeys, rememberUse } from '../../ui/passkeys.ts';
import { say } from '../../words/passkeys.ts';
import { proceed } from '../flow.ts';
import { tenant } from '../request.ts';

export function SignIn() {
  const { busy, problem, send } = useSending();
  const gone = useRef<AbortController>(null);
  const input = { tenantId: tenant.value?.id, rememberMe: true };
  const enter = async (reply: LoginReply | undefined): Promise<void> => {
    if (!reply) return;
    rememberUse();
    await proceed(reply);
  };
  const fill = (): void => {
    const signal = gone.current?.signal;
    void passkeys
      .autofill({ ...input, signal })
      .then(enter)
      .catch((error) => {
        if (!signal?.aborted) void send(() => Promise.reject(error));
      });
  };
  useEffect(() => {
    gone.current = new AbortController();
    fill();
    return () => gone.current?.abort();
  }, []);
  const ask = async (): Promise<void> => {
    try {
      await enter(await passkeys.signIn(input));
    } catch (error) {
      // The question has ended the list.
      fill();
      throw error;
    }
  };
  return (
    <>
      <button type="button" class="second wide" aria-disabled={busy.value} onClick={() => void send(ask)}>
        {say(busy.value ? 'working' : 'passkeySignIn')}
      </button>
      <Problem error={problem.value} />
    </>
  );
}
