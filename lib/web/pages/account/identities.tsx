// Accounts at identity providers that open this account.
import { api } from '../../api.ts';
import { Notice } from '../../ui/page.tsx';
import { Do, Item, moment, Panel } from '../../ui/panel.tsx';
import { say } from '../../words/account/index.ts';
import { useListed } from './listed.ts';
import { tenant } from './me.ts';
import { proved } from './step-up.tsx';

export function Identities() {
  const { items, problem, read } = useListed(async () => (await api.sso.identities()).identities);
  const providers = tenant.value?.providers ?? [];
  if (!providers.length && !items.value?.length) return null;
  const labelOf = (name: string): string => providers.find((each) => each.name === name)?.label ?? name;
  return (
    <Panel
      title={say('identities')}
      lead={say('identitiesLead', { names: providers.map(({ label }) => label).join(', ') })}
    >
      {problem.value && <Notice isWrong>{problem.value}</Notice>}
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
    </Panel>
  );
}
