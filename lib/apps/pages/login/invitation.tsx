// The page of an invitation: whose it is, and the first password of the account.

import { signal } from '@preact/signals';
import type { InvitationPreview } from '../../../packages/client/index.ts';
import { api, asError } from '../ui/api.ts';
import { show } from '../ui/brand.ts';
import { Notice, Page } from '../ui/page.tsx';
import { explain } from '../words/errors.ts';
import { say } from '../words/sign-in.ts';
import { chooseTenant, linkToken, loginUrl, tenant } from './request.ts';
import { PasswordSet, SetPassword } from './reset.tsx';

type State =
  | { name: 'open'; invitation: InvitationPreview }
  | { name: 'incomplete' | 'over' | 'done' }
  | { name: 'failed'; text: string };

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
      const { tenant, address, branding } = shown.invitation;
      return (
        <Page
          title={say('invitationTitle')}
          lead={say('invitationLead', { address, name: branding.name || tenant.name })}
        >
          <SetPassword
            token={linkToken ?? ''}
            onDone={() => {
              state.value = { name: 'done' };
            }}
            onOver={refuse}
          />
        </Page>
      );
    }
    case 'done':
      return <PasswordSet />;
    case 'over':
      return (
        <Page title={say('invitationOver')} lead={say('invitationOverLead')}>
          <a class="button wide" href={loginUrl(tenant.value?.slug)}>
            {say('signIn')}
          </a>
        </Page>
      );
    default:
      return (
        <Page title={say('invitationTitle')}>
          <Notice isWrong>{shown.name === 'failed' ? shown.text : say('linkIncomplete')}</Notice>
        </Page>
      );
  }
}
