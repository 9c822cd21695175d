// Shows what a device asks for, and from where. The warning comes first: a stranger may have sent the code.

import type { Branding } from '../../../packages/client/index.ts';
import { Do } from '../../kit/do.tsx';
import { Item } from '../../kit/panel.tsx';
import { Action } from '../ui/form.tsx';
import { Notice, Page } from '../ui/page.tsx';
import { say as sayConsent } from '../words/consent.ts';
import { say } from '../words/device.ts';
import { moment } from '../words/index.ts';

/** One of this service has no text of its own. */
type Scope =
  | { name: 'openid' | 'profile' | 'email' | 'phone' | 'offline_access' | 'account'; text: null }
  | { name: string; text: string };
const textOf = (scope: Scope): string => (scope.text === null ? sayConsent(`scope-${scope.name}`) : scope.text);

/** What the service says of the device (POST /oauth2/device). */
export type Asked = {
  resume: string;
  userCode: string;
  application: { name: string };
  isThirdParty: boolean;
  host: string | null;
  resource: { name: string; uri: string } | null;
  scopes: readonly Scope[];
  deviceName: string;
  ipAddress: string;
  createdAt: string;
  account: { id: string; address: string | null };
  tenant: { name: string };
  branding: Branding;
};

type Props = { asked: Asked; decide: (isAllowed: boolean) => Promise<void>; another: () => void };

export function Question({ asked, decide, another }: Props) {
  const { userCode, application, isThirdParty, host, resource, scopes, deviceName, ipAddress, createdAt } = asked;
  const { name } = application;
  return (
    <Page
      title={say('deviceAllowTitle', { name })}
      lead={isThirdParty ? sayConsent('unproven', { name }) : say('deviceCompare')}
    >
      <Notice isWrong>{say('deviceWarning')}</Notice>
      <Item title={userCode} note={say('deviceCode')} />
      {host && <Item title={<span dir="auto">{name}</span>} note={host} />}
      <Item title={deviceName} note={say('deviceAsked', { address: ipAddress, at: moment(createdAt) })} />
      {resource && <Item title={<span dir="auto">{resource.name}</span>} note={resource.uri} />}
      {scopes.length > 0 && (
        <div class="tight">
          <p>{sayConsent('asksFor')}</p>
          <ul class="bullets tight">
            {scopes.map((scope) => (
              <li key={scope.name}>{textOf(scope)}</li>
            ))}
          </ul>
        </div>
      )}
      <Item title={<span dir="auto">{asked.account.address}</span>} note={asked.tenant.name}>
        <Action onClick={another}>{say('anotherAccount')}</Action>
      </Item>
      <div class="list">
        <Do class="wide" act={() => decide(true)}>
          {sayConsent('allow')}
        </Do>
        <Do class="wide second" act={() => decide(false)}>
          {say('deviceDeny')}
        </Do>
      </div>
    </Page>
  );
}
