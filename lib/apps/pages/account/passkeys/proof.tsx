// Proves with a passkey that the person is there.
import { passkeys } from '../../ui/passkeys.ts';
import { Touch } from '../../ui/touch.tsx';
import { say } from '../../words/passkeys.ts';

export const Proof = ({ onProved }: { onProved: () => void }) => (
  <Touch isAsked text={say('passkeyUse')} ask={(signal) => passkeys.stepUp({ signal })} onDone={onProved} />
);
