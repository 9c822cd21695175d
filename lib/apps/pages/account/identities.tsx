// Accounts at identity providers that open this account.

import { useSignal } from '@preact/signals';
import type { ClientErrorCode } from '../../../packages/client/index.ts';
import { Do } from '../../kit/do.tsx';
import { Item, Panel } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { api } from '../ui/api.ts';
import { Notice } from '../ui/page.tsx';
import { say } from '../words/account.ts';
import { explain } from '../words/errors.ts';
import { moment } from '../words/index.ts';
import { useListed } from './listed.ts';
import { linkAtProvider, outcome, tenant } from './me.ts';
import { proved } from './step-up.tsx';

export function Identities() {
  const { items, problem, read } = useListed(async () => (await api.sso.identities()).identities);
  const returned = useSignal(outcome());
  const providers = tenant.value?.providers ?? [];
  if (!providers.length && !items.value?.length) return null;
  const labelOf = (name: string): string => providers.find((each) => each.name === name)?.label ?? name;
  return (
    <Panel title={say('identities')} lead={say('identitiesLead')}>
      <Problem error={problem.value} />
      {returned.value !== undefined && <Returned code={returned.value} />}
      {items.value?.map(({ id, provider, email, name, isActive, createdAt }) => (
        <Item
          key={id}
          title={labelOf(provider)}
          note={[email ?? name, say('addedAt', { at: moment(createdAt) })].filter(Boolean).join(' · ')}
          badge={isActive ? undefined : say('unlinked')}
        >
          <Do
            label={`${say(isActive ? 'unlink' : 'allowAgain')}: ${labelOf(provider)}`}
            act={async () => {
              await proved(() => (isActive ? api.sso.unlink({ id }) : api.sso.allow({ id })));
              await read();
            }}
          >
            {say(isActive ? 'unlink' : 'allowAgain')}
          </Do>
        </Item>
      ))}
      <div class="doings">
        {providers.map(({ name, label }) => (
          <Do key={name} act={async () => linkAtProvider(await proved(() => api.sso.link({ provider: name })))}>
            {say('linkWith', { name: label })}
          </Do>
        ))}
      </div>
    </Panel>
  );
}

/** Tells how the visit to the provider ended. The code comes from the address, so only known ones have a text. */
function Returned({ code }: { code: string | null }) {
  if (code === null) return <Notice>{say('identityLinked')}</Notice>;
  if (code === 'identity_taken') return <Notice isWrong>{say('identityTaken')}</Notice>;
  return (
    <Notice isWrong>{explain({ code: code as ClientErrorCode, retryAfter: undefined, requestId: undefined })}</Notice>
  );
}
