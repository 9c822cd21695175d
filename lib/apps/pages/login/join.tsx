// Lets people ask to join, where sign-up is closed: they type their address, and send the request with the link that comes there.
import { useSignal } from '@preact/signals';
import type { Client } from '../../../packages/client/index.ts';
import { Field, Form } from '../../kit/form.tsx';
import { WrongField } from '../../kit/voice.ts';
import { language } from '../../kit/words.ts';
import { api, asError } from '../ui/api.ts';
import { brand } from '../ui/brand.ts';
import { Notice, Page } from '../ui/page.tsx';
import { moment } from '../words/index.ts';
import { say } from '../words/join.ts';
import { identifier } from './flow.ts';
// The page, which is there already. Without this, what it shares with this file would be files of their own.
import './login.tsx';
import { linkToken, loginHint, loginUrl, tenant } from './request.ts';

const nameOf = (): string => brand.value?.name ?? tenant.value?.name ?? '';

/** The form below the notice that sign-up is closed. */
export function Ask() {
  const isSent = useSignal(false);
  if (isSent.value) return <Notice>{say('joinSent', { identifier: identifier.value })}</Notice>;
  return (
    <>
      <p class="lead">{say('joinLead')}</p>
      <Form
        submit={say('joinSend')}
        onSubmit={async ({ email = '' }) => {
          identifier.value = email.trim();
          const address = { email: identifier.value };
          // It depends on the domain alone: the page does not tell who has an account.
          const { tenant: found, isRequestOpen } = await api.authentication.discoverTenant(address);
          const tenantId = tenant.value?.id ?? '';
          if (!isRequestOpen || found?.id !== tenantId) throw new WrongField('email', say('joinClosed'));
          await api.authentication.askToJoin({ ...address, tenantId, locale: language.value });
          isSent.value = true;
        }}
      >
        <Field
          name="email"
          label={say('email')}
          autocomplete="email"
          inputMode="email"
          maxLength={254}
          value={identifier.value.includes('@') ? identifier.value : loginHint.value}
          isFocused
        />
      </Form>
    </>
  );
}

type Sent = Awaited<ReturnType<Client['authentication']['confirmJoinRequest']>>;
type State = 'asked' | 'over' | 'known' | Sent;

const RESULTS = {
  open: ['joinOpen', 'joinOpenLead'],
  accepted: ['joinAccepted', 'joinAcceptedLead'],
  refused: ['joinRefused', 'joinRefusedLead'],
} as const;

/** The page of the link. A request is sent by a click: programs that scan mail follow links. */
export function Confirm() {
  const state = useSignal<State>(linkToken ? 'asked' : 'over');
  const shown = state.value;
  const name = nameOf();
  if (shown === 'asked')
    return (
      <Page title={say('joinTitle', { name })} lead={say('joinAskLead', { name })}>
        <Form
          submit={say('joinAsk')}
          onSubmit={async () => {
            state.value = await api.authentication.confirmJoinRequest({ token: linkToken ?? '' }).catch(stateOf);
          }}
        />
      </Page>
    );
  if (typeof shown === 'string')
    return (
      <Page
        title={say(shown === 'over' ? 'joinOver' : 'joinHave')}
        lead={say(shown === 'over' ? 'joinOverLead' : 'joinHaveLead', { name })}
      >
        <a class="button wide" href={loginUrl(tenant.value?.slug)}>
          {say('signIn')}
        </a>
      </Page>
    );
  const [title, lead] = RESULTS[shown.status];
  return <Page title={say(title)} lead={say(lead, { name, at: moment(shown.expiresAt) })} />;
}

function stateOf(error: unknown): State {
  const { code } = asError(error);
  if (code === 'JOIN_LINK_INVALID') return 'over';
  if (code === 'USER_ALREADY_EXISTS') return 'known';
  throw error;
}
