// Tries a login by an identity provider, also by one that is off. The page of a setup link does it: a trial needs a session that
// may do nothing else, and the page of people without an account shows what it brought.
import { useSignal } from '@preact/signals';
import { Dialog, exact, Form, type ReplyOf } from '../../kit.ts';
import { say } from './setup-words.ts';
import { say as sayOfTenant } from './words.ts';

type Made = ReplyOf<'adminTenants.createSetupLink'>;
export type TrialProps = { id: string; name: string; onClose: () => void };

export function Trial({ id, name, onClose }: TrialProps) {
  const made = useSignal<Made | undefined>(undefined);
  const title = sayOfTenant('tryProvider', { name });
  const { setupLink, url } = made.value ?? {};
  if (setupLink && url)
    return (
      <Dialog title={title} lead={say('tryReady', { name, until: exact(setupLink.expiresAt) })} onClose={onClose}>
        <div class="doings">
          {/* The dialog closes behind it: the link works once. */}
          <a class="button" href={url} target="_blank" rel="noreferrer" onClick={() => setTimeout(onClose)}>
            {say('tryOpen')}
          </a>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} lead={say('tryLead', { name })} onClose={onClose}>
      <Form
        operation="adminTenants.createSetupLink"
        input={() => ({ id, intents: ['sso'] })}
        submit={say('tryMake')}
        onDone={(reply) => {
          made.value = reply;
        }}
      />
    </Dialog>
  );
}
