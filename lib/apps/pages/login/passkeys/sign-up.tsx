// Creates an account without a password. A code proves the address, and the passkey is made after that.
import { Problem, useSending } from '../../../kit/problem.tsx';
import { api } from '../../ui/api.ts';
import { say } from '../../words/passkeys.ts';
import { asAddress, go, identifier, wantPasskey } from '../flow.ts';
import { tenant } from '../request.ts';

export function SignUp({ identifier: typed }: { identifier: () => string }) {
  const { busy, problem, send } = useSending();
  const signUp = async (): Promise<void> => {
    identifier.value = typed().trim();
    await api.authentication.signup({ ...asAddress(identifier.value), tenantId: tenant.value?.id });
    wantPasskey();
    go({ name: 'sign-up-sent' });
  };
  return (
    <>
      <button type="button" class="second wide" aria-disabled={busy.value} onClick={() => void send(signUp)}>
        {say(busy.value ? 'working' : 'passkeySignUp')}
      </button>
      <Problem error={problem.value} />
    </>
  );
}
