// Makes a passkey with an invitation, or with the link of an admin, in the place of a password.
import { codeOf } from '../../../../packages/client/error.ts';
import { passkeys } from '../../ui/passkeys.ts';
import { Touch } from '../../ui/touch.tsx';
import { say } from '../../words/passkeys.ts';

/** `onOver`: called with the error for a link that is no longer valid. */
type ByLinkProps = { token: string; onDone: () => void; onOver: (error: unknown) => void };

export function ByLink({ token, onDone, onOver }: ByLinkProps) {
  if (!passkeys.isSupported()) return null;
  const ask = async (): Promise<boolean> => {
    try {
      await passkeys.addByLink({ token });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'PASSWORD_RESET_TOKEN_INVALID') throw error;
      onOver(error);
      return false;
    }
  };
  return <Touch class="wide" text={say('passkeyCreate')} ask={ask} onDone={(isAdded) => isAdded && onDone()} />;
}
