// Lets a device without a browser in: the person types its code, compares what it asks for, and decides.

import { signal } from '@preact/signals';
import { Field, Form } from '../../kit/form.tsx';
import { inTab } from '../../kit/storage.ts';
import { api, asError, mustSignIn, pageUrl } from '../ui/api.ts';
import { show } from '../ui/brand.ts';
import { DEVICE } from '../ui/device.ts';
import { Notice, Page } from '../ui/page.tsx';
import { say } from '../words/device.ts';
import { type Asked, Question } from './question.tsx';

const query = new URLSearchParams(location.search);
/** The code of the address (`verification_uri_complete`), or of before the sign-in. It is shown, and sent by a click alone. */
const code = (query.get('user_code') ?? inTab.getItem(DEVICE) ?? '').slice(0, 16);

type State = { asked?: Asked; isAllowed?: boolean; problem?: 'deviceInvalid' | 'deviceOff' };
const state = signal<State>({});

/** Goes to the sign-in page, which comes back. */
export function signIn(): void {
  inTab.setItem(DEVICE, code);
  const tenant = query.get('tenant');
  location.replace(`${pageUrl('login')}${tenant ? `?${new URLSearchParams({ tenant })}` : ''}`);
}

/** Finds out who is signed in. Without a session, the browser goes to the sign-in page. */
export async function begin(): Promise<void> {
  inTab.removeItem(DEVICE);
  const { session } = await api.authentication.session();
  if (session) return;
  signIn();
  await new Promise(() => {});
}

const PROBLEMS: Readonly<Record<string, State['problem']>> = {
  USER_CODE_INVALID: 'deviceInvalid',
  DEVICE_GRANT_DISABLED: 'deviceOff',
};

/** Sends, and shows the problems that have texts of their own. */
async function send(path: string, body: object): Promise<unknown> {
  try {
    return await api.request({ method: 'POST', path, body });
  } catch (error) {
    const refusal = asError(error);
    if (mustSignIn(refusal)) signIn();
    const problem = PROBLEMS[refusal.code];
    if (!problem) throw error;
    state.value = { problem };
    return undefined;
  }
}

async function ask(userCode: string): Promise<void> {
  const asked = (await send('/oauth2/device', { userCode })) as Asked | undefined;
  if (!asked) return;
  show(asked.branding);
  state.value = { asked };
}

async function decide({ resume, account }: Asked, isAllowed: boolean): Promise<void> {
  if (await send('/oauth2/device/decision', { resume, userId: account.id, isAllowed })) state.value = { isAllowed };
}

export function Device() {
  const { asked, isAllowed, problem } = state.value;
  if (isAllowed !== undefined)
    return (
      <Page
        key="decided"
        title={say(isAllowed ? 'deviceAllowed' : 'deviceDenied')}
        lead={say(isAllowed ? 'deviceAllowedLead' : 'deviceDeniedLead')}
      >
        <a class="button second" href={pageUrl('account/sessions')}>
          {say('deviceAccount')}
        </a>
      </Page>
    );
  if (asked) return <Question key="asked" asked={asked} decide={(allows) => decide(asked, allows)} another={signIn} />;
  return (
    <Page key="code" title={say('deviceTitle')} lead={say(code ? 'deviceCompare' : 'deviceLead')}>
      {problem && <Notice isWrong>{say(problem)}</Notice>}
      <Form submit={say('next')} onSubmit={({ userCode = '' }) => ask(userCode)}>
        <Field
          name="userCode"
          label={say('deviceCode')}
          class="code"
          value={code}
          maxLength={16}
          autocomplete="off"
          isFocused={!code}
        />
      </Form>
      <p class="hint">{say('deviceWarning')}</p>
    </Page>
  );
}
