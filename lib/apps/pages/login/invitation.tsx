// The page of an invitation, or of a link that an admin made: whose account it is, and a passkey or a password for it.

import { signal } from '@preact/signals';
import type { InvitationPreview } from '../../../packages/client/index.ts';
import { api, asError } from '../ui/api.ts';
import { show } from '../ui/brand.ts';
import { Notice, Page } from '../ui/page.tsx';
import { explain } from '../words/errors.ts';
import { say } from '../words/sign-in.ts';
import { passkeys } from './parts.ts';
import { chooseTenant, linkToken, loginUrl, path, tenant } from './request.ts';
import { PasswordSet, SetPassword } from './reset.tsx';

type State =
  | { name: 'open'; invitation: InvitationPreview }
  | { name: 'incomplete' | 'over' | 'done' | 'passkey' }
  | { name: 'failed'; text: string };

const isRecovery = path === 'recovery';
const title = (): string => say(isRecovery ? 'linkRecovery' : 'invitationTitle');

const state = signal<State>({ name: 'incomplete' });

/** Reads what the invitation is about, and shows the face of its tenant. */
export async function readInvitation(): Promise<void> {
  if (!linkToken) return;
  try {
    const invitation = await api.account.invitation({ token: linkToken });
    show(invitation.branding);
    state.value = { name: 'open', invitation };
    // The rule for passwords. Without it, the service still has it.
    await chooseTenant(invitation.tenant.slug).catch(() => {});
  } catch (error) {
    refuse(error);
  }
}

/** Says that the invitation is over, whether it was before or has been used in another tab meanwhile. */
function refuse(error: unknown): void {
  const known = asError(error);
  const isOver = known.code === 'PASSWORD_RESET_TOKEN_INVALID';
  state.value = isOver ? { name: 'over' } : { name: 'failed', text: explain(known) };
}

export function Invitation() {
  const shown = state.value;
  switch (shown.name) {
    case 'open': {
      const { tenant, address, branding, methods } = shown.invitation;
      const { ByLink } = (methods.includes('passkey') && passkeys.value) || {};
      const token = linkToken ?? '';
      const done = (name: 'done' | 'passkey') => () => {
        state.value = { name };
      };
      return (
        <Page
          title={title()}
          lead={say(ByLink ? 'linkLead' : 'invitationLead', { address, name: branding.name || tenant.name })}
        >
          {ByLink && <ByLink token={token} onDone={done('passkey')} onOver={refuse} />}
          {ByLink && methods.includes('password') && <p class="or">{say('or')}</p>}
          {methods.includes('password') && <SetPassword token={token} onDone={done('done')} onOver={refuse} />}
        </Page>
      );
    }
    case 'done':
      return <PasswordSet />;
    case 'passkey':
      return <PasswordSet isPasskey />;
    case 'over':
      return (
        <Page
          title={say(isRecovery ? 'linkOver' : 'invitationOver')}
          lead={say(isRecovery ? 'linkOverLead' : 'invitationOverLead')}
        >
          <a class="button wide" href={loginUrl(tenant.value?.slug)}>
            {say('signIn')}
          </a>
        </Page>
      );
    default:
      return (
        <Page title={title()}>
          <Notice isWrong>{shown.name === 'failed' ? shown.text : say('linkIncomplete')}</Notice>
        </Page>
      );
  }
}
