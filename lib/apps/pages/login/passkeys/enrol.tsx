// Makes a passkey that completes the login, in the place of an authenticator app.
import { passkeys } from '../../ui/passkeys.ts';
import { Touch } from '../../ui/touch.tsx';
import { say } from '../../words/passkeys.ts';
import { proceed } from '../flow.ts';

export const Enrol = () =>
  passkeys.isSupported() ? (
    <div class="list">
      <Touch class="wide" text={say('passkeyCreate')} ask={() => passkeys.enrol()} onDone={proceed} />
      <p class="or">{say('or')}</p>
    </div>
  ) : null;
