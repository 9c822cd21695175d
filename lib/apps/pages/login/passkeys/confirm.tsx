// Confirms a login with a passkey in the place of a code.
import { Notice } from '../../ui/page.tsx';
import { passkeys } from '../../ui/passkeys.ts';
import { Touch } from '../../ui/touch.tsx';
import { say } from '../../words/passkeys.ts';
import { proceed } from '../flow.ts';

export const Confirm = ({ isFirst }: { isFirst: boolean }) =>
  passkeys.isSupported() ? (
    <Touch
      class={isFirst ? 'wide' : 'second wide'}
      isAsked={isFirst}
      text={say('passkeyUse')}
      ask={(signal) => passkeys.verify({ signal })}
      onDone={proceed}
    />
  ) : (
    <Notice isWrong>{say('problemPasskeyHere')}</Notice>
  );
