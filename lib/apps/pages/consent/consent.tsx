// Asks the user whether an application may have what it asks for. Nothing happens without a click. An application made by
// others proves no name, so the page says first where the browser goes.

import { signal } from '@preact/signals';
import type { Branding, GatehouseError } from '../../../packages/client/index.ts';
import { Do } from '../../kit/do.tsx';
import { Item } from '../../kit/panel.tsx';
import { api, asError, mustSignIn, pageUrl } from '../ui/api.ts';
import { show } from '../ui/brand.ts';
import { Page } from '../ui/page.tsx';
import { say } from '../words/consent.ts';
import { explain } from '../words/errors.ts';

/** One of this service has no text of its own. */
type Scope =
  | { name: 'openid' | 'profile' | 'email' | 'phone' | 'offline_access' | 'account'; text: null }
  | { name: string; text: string };
const textOf = (scope: Scope): string => (scope.text === null ? say(`scope-${scope.name}`) : scope.text);

/** What the service says of the request (GET /oauth2/consent). */
type Asked = {
  application: { name: string };
  isThirdParty: boolean;
  unregistered: { host: string; claimedName: string | null } | null;
  destination: string;
  resource: { name: string; uri: string } | null;
  scopes: readonly Scope[];
  account: { id: string; address: string | null };
  tenant: { name: string };
  uiLocales: string | null;
  branding: Branding;
};

export const asked = signal<Asked | undefined>(undefined);
const failure = signal<GatehouseError | undefined>(undefined);

/** The sealed request of the application. */
const resume = new URLSearchParams(location.search).get('resume') ?? '';
const withResume = (path: string, sealed = resume): string =>
  `${pageUrl(path)}?${new URLSearchParams({ resume: sealed })}`;

/** Reads what is asked. Without a session, the browser goes to the sign-in page, which comes back. */
export async function begin(): Promise<void> {
  try {
    const path = `/oauth2/consent?${new URLSearchParams({ resume })}`;
    asked.value = (await api.request({ method: 'GET', path })) as Asked;
    show(asked.value.branding);
  } catch (error) {
    failure.value = asError(error);
    if (mustSignIn(failure.value)) location.replace(withResume('login'));
  }
}

async function allow({ account }: Asked): Promise<void> {
  const body = { resume, userId: account.id };
  try {
    const reply = (await api.request({ method: 'POST', path: '/oauth2/consent', body })) as { resume: string };
    location.replace(withResume('oauth2/authorize', reply.resume));
  } catch (error) {
    // Another account, or none, is signed in by now: the page asks that one.
    if (![401, 403].includes(asError(error).statusCode)) throw error;
    location.reload();
  }
  await new Promise(() => {});
}

/** A port of this machine or the scheme of an app: any program could be there. */
const isOnDevice = (destination: string): boolean => /^(localhost|127\.0\.0\.1|\[::1]|.*:)$/.test(destination);

export function Consent() {
  if (failure.value) return <Page title={say('problemTitle')} lead={explain(failure.value)} />;
  if (!asked.value) return null;
  const { application, isThirdParty, unregistered, destination: host, resource, scopes, account, tenant } = asked.value;
  const name = unregistered ? unregistered.claimedName : application.name;
  const isHere = isOnDevice(host);
  const title = (): string => {
    if (unregistered) return say('allowTitle', { host: unregistered.host });
    return isThirdParty && !isHere ? say('allowTitle', { host }) : say('continueTitle', { name: application.name });
  };
  return (
    <Page title={title()} lead={isThirdParty && name !== null && say('unproven', { name })}>
      {unregistered && <p>{say(isHere ? 'anyProgram' : 'unregistered', { host: unregistered.host })}</p>}
      {resource && <Item title={<span dir="auto">{resource.name}</span>} note={resource.uri} />}
      {scopes.length > 0 && (
        <div class="tight">
          <p>{say('asksFor')}</p>
          <ul class="bullets tight">
            {scopes.map((scope) => (
              <li key={scope.name}>{textOf(scope)}</li>
            ))}
          </ul>
        </div>
      )}
      <p class={isHere ? undefined : 'hint'}>{say(isHere ? 'goesToDevice' : 'goesTo', { host })}</p>
      <Item title={<span dir="auto">{account.address}</span>} note={tenant.name}>
        <a class="button plain start" href={withResume('login')}>
          {say('anotherAccount')}
        </a>
      </Item>
      <div class="list">
        <Do class="wide" act={() => allow(asked.value as Asked)}>
          {say('allow')}
        </Do>
        <a class="button second" href={`${withResume('oauth2/authorize')}&cancel=1`}>
          {say('cancel')}
        </a>
      </div>
    </Page>
  );
}
