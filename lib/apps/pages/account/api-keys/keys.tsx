// The API keys of the account. This folder is loaded where the tenant lets its users have some.
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { Item, Panel } from '../../../kit/panel.tsx';
import { language, speak } from '../../../kit/words.ts';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say as sayOfAccount } from '../../words/account.ts';
import { say } from '../../words/api-keys.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import '../account.tsx';
import type { ApiKey } from '../parts.ts';
import { Change, type Changes } from './change.tsx';
import { Create } from './create.tsx';
import { Made } from './made.tsx';

// The texts come with this file, in the language that is shown already.
await speak(language.value);

/** How many an account has at most. Expired ones make room. */
const MOST = 10;

type Step = { name: 'list' } | { name: 'create' } | { name: 'made'; text: string } | Changes;

export function Keys({ begun }: { begun: readonly ApiKey[] }) {
  const found = useSignal(begun);
  const step = useSignal<Step>({ name: 'list' });
  const go = (next: Step): void => {
    step.value = next;
  };
  const list = (): void => go({ name: 'list' });
  const read = async (): Promise<void> => {
    found.value = (await api.apiKeys.list()).apiKeys;
  };
  /** The text is shown first: what is not read again is not lost. */
  const show = (text: string): Promise<void> => {
    go({ name: 'made', text });
    return read();
  };
  const now = step.value;
  if (now.name === 'made') return <Made text={now.text} onDone={list} />;
  if (now.name === 'create') return <Create onMade={show} onCancel={list} />;
  return (
    <Panel title={say('keys')} lead={say('keysLead')}>
      {found.value.map((key) => (
        <Item
          key={key.id}
          title={key.name}
          note={<Facts of={key} />}
          badge={key.secrets.length ? undefined : say('keyExpired')}
        >
          <div class="doings">
            {(['rename', 'rotate', 'revoke'] as const).map((name) => (
              <Action key={name} class={name === 'revoke' ? 'danger' : 'second'} onClick={() => go({ name, of: key })}>
                {say(LABELS[name])}
                <span class="unseen">: {key.name}</span>
              </Action>
            ))}
          </div>
        </Item>
      ))}
      <New count={found.value.filter(({ secrets }) => secrets.length).length} onClick={() => go({ name: 'create' })} />
      {now.name !== 'list' && <Change {...now} onMade={show} onChanged={read} onClose={list} />}
    </Panel>
  );
}

const LABELS = { rename: 'keyRename', rotate: 'keyRotate', revoke: 'keyRevoke' } as const;

function New({ count, onClick }: { count: number; onClick: () => void }) {
  if (count >= MOST) return <p class="hint">{say('keysFull')}</p>;
  return (
    <Action class="second start-of-row" onClick={onClick}>
      {say('keyCreate')}
    </Action>
  );
}

/** What is known of a key. The last use is known to the day. */
function Facts({ of: { scopes, networks, secrets, createdAt, lastUsedAt, expiresAt } }: { of: ApiKey }) {
  const day = (iso: string): string =>
    new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(new Date(iso));
  const times = [
    sayOfAccount('addedAt', { at: day(createdAt) }),
    lastUsedAt ? sayOfAccount('lastUsed', { at: day(lastUsedAt) }) : say('keyNeverUsed'),
    sayOfAccount('until', { at: day(expiresAt) }),
  ];
  const parts = [scopes.join(', '), networks.join(', '), secrets.map(({ hint }) => `gak_…${hint}`).join(', ')];
  return (
    <>
      {times.join(' · ')}
      {parts.filter(Boolean).map((part) => (
        <Fragment key={part}>
          <br />
          {/* Addresses are written from left to right on a page from right to left, too. */}
          <bdi dir="ltr">{part}</bdi>
        </Fragment>
      ))}
    </>
  );
}
