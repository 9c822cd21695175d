// The deployment: what runs, whether it is well, its keys, and every setting and limit with its default and meaning.
import {
  Asks,
  Badge,
  base,
  common,
  Facts,
  may,
  Panel,
  Problem,
  partOf,
  query,
  type ReplyOf,
  Screen,
  SearchFilter,
  Skeleton,
  setQuery,
  Table,
  Time,
  toast,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/deployment.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/deployment.ts`));

type Reply = ReplyOf<'adminConsole.deployment'>;
type Read = ReturnType<typeof useRead<'adminConsole.deployment'>>;

/** The watch writes every five minutes. One heartbeat may be missed. */
const LATE_MS = 11 * 60_000;

export default function Deployment() {
  const read = useRead('adminConsole.deployment', {});
  const { data, problem, reload } = read;
  return (
    <Screen title={common('deployment')} lead={say('lead')}>
      {!data && (problem ? <Problem error={problem} retry={reload} /> : <Skeleton lines={8} />)}
      {data && (
        <>
          <div class="two">
            <About of={data} />
            <Health of={data} />
          </div>
          <Keys read={read} />
          <Settings read={read} />
          <Limits read={read} />
          {may('operate') && <Danger of={data} />}
        </>
      )}
    </Screen>
  );
}

const About = ({ of: { version, baseUrl, region, runtime, functionName, checkedAt } }: { of: Reply }) => (
  <Panel title={say('about')}>
    <Facts
      of={[
        [say('version'), version],
        [say('baseUrl'), <code key="url">{baseUrl}</code>],
        [say('region'), region ?? say('local')],
        [say('runtime'), runtime],
        [say('function'), functionName],
        [say('checked'), <Time key="checked" at={checkedAt} />],
      ]}
    />
  </Panel>
);

/** The heartbeat is compared with the clock of the service, not with that of the viewer. */
function heartbeat({ lastHeartbeatAt, checkedAt }: Reply): 'feedGood' | 'feedLate' | 'feedNever' {
  if (!lastHeartbeatAt) return 'feedNever';
  return Date.parse(checkedAt) - Date.parse(lastHeartbeatAt) > LATE_MS ? 'feedLate' : 'feedGood';
}

function Health({ of }: { of: Reply }) {
  const { messages, lastHeartbeatAt, region } = of;
  const beat = heartbeat(of);
  // A local run has no watch.
  const tone = beat === 'feedGood' ? 'good' : region ? 'wrong' : undefined;
  const sent = (by: 'ses' | 'sns' | 'function' | 'off') => (
    <Badge tone={by === 'off' ? (region ? 'wrong' : undefined) : 'good'}>
      {say(region || by === 'off' ? `by-${by}` : 'by-inbox')}
    </Badge>
  );
  return (
    <Panel title={say('health')}>
      <Facts
        of={[
          [
            say('feed'),
            <span key="feed">
              <Badge tone={tone}>{say(beat)}</Badge> {lastHeartbeatAt && <Time at={lastHeartbeatAt} />}
            </span>,
          ],
          [say('email'), sent(messages.email)],
          [say('sms'), sent(messages.sms)],
        ]}
      />
      <p class="hint">{say('feedHint')}</p>
      {messages.email === 'off' && <p class="hint">{say('emailOff')}</p>}
    </Panel>
  );
}

const Keys = ({ read }: { read: Read }) => (
  <Panel title={say('keys')} lead={say('keysLead', { url: `${base}/.well-known/jwks.json` })}>
    <Table
      name="keys"
      caption={say('keys')}
      read={read}
      call={{ operation: 'adminConsole.deployment', input: {} }}
      rows={read.data?.signingKeys}
      idOf={({ kid }) => kid}
      columns={[
        { key: 'kid', title: say('key'), text: ({ kid }) => kid, as: 'code' },
        {
          key: 'algorithm',
          title: say('algorithm'),
          text: ({ algorithm }) => algorithm,
        },
        {
          key: 'state',
          title: say('state'),
          cell: ({ state }) => <Badge tone={state === 'current' ? 'good' : undefined}>{say(`state-${state}`)}</Badge>,
          text: ({ state }) => state,
        },
        {
          key: 'created',
          title: say('age'),
          cell: ({ createdAt }) => <Time at={createdAt} />,
          text: ({ createdAt }) => createdAt,
        },
        {
          key: 'expires',
          title: say('ends'),
          cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : '–'),
          text: ({ expiresAt }) => expiresAt,
        },
      ]}
      none={[say('noKeys')]}
    />
  </Panel>
);

/** The meanings are those of the documentation, which is Markdown: code in backticks, links to parts of its page. */
const Meaning = ({ text }: { text: string }) => (
  <>
    {text
      .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .split('`')
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      .map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}
  </>
);

const includes = (text: string, search: string): boolean => text.toLocaleLowerCase().includes(search);

function Settings({ read }: { read: Read }) {
  const search = (query.value.get('search') ?? '').toLocaleLowerCase();
  const isOnlyChanged = query.value.get('changed') === 'yes';
  const rows = read.data?.settings.filter(
    ({ name, value, default: usual, meaning }) =>
      includes(`${name} ${meaning}`, search) && (!isOnlyChanged || (value !== null && value !== usual)),
  );
  return (
    <Panel title={say('settings')} lead={say('settingsLead')}>
      <Table
        name="settings"
        caption={say('settings')}
        read={read}
        call={{ operation: 'adminConsole.deployment', input: {} }}
        rows={rows}
        idOf={({ name }) => name}
        filters={
          <>
            <SearchFilter label={say('search')} />
            <label class="check">
              <input
                type="checkbox"
                checked={isOnlyChanged}
                onChange={({ currentTarget }) => setQuery({ changed: currentTarget.checked ? 'yes' : null })}
              />
              <span>{say('onlyChanged')}</span>
            </label>
          </>
        }
        columns={[
          {
            key: 'name',
            title: common('name'),
            cell: ({ name }) => <code class="whole">{name}</code>,
            text: ({ name }) => name,
          },
          {
            key: 'value',
            title: say('value'),
            cell: ({ value, default: usual }) => (
              <>
                <code>{value || usual || '–'}</code>{' '}
                {value !== null && value !== usual && <Badge>{say('changed')}</Badge>}
              </>
            ),
            text: ({ value, default: usual }) => value ?? usual,
          },
          {
            key: 'default',
            title: say('default'),
            cell: ({ default: usual }) => <code>{usual || '–'}</code>,
            text: ({ default: usual }) => usual,
          },
          {
            key: 'meaning',
            title: say('meaning'),
            cell: ({ meaning }) => <Meaning text={meaning} />,
            text: ({ meaning }) => meaning,
          },
        ]}
      />
    </Panel>
  );
}

/** Asks for the host of the address, which tells one deployment from another. */
const Danger = ({ of: { baseUrl } }: { of: Reply }) => (
  <Panel title={say('danger')} lead={say('dangerLead')}>
    <div class="doings">
      <Asks
        text={say('endSessions')}
        class="danger"
        operation="adminTenants.endAllSessions"
        input={{}}
        name={new URL(baseUrl).host}
        touches={['adminUsers']}
        onDone={() => toast(say('sessionsEnding'))}
      >
        {say('endSessionsWill')}
      </Asks>
    </div>
  </Panel>
);

const Limits = ({ read }: { read: Read }) => (
  <Panel title={say('limits')} lead={say('limitsLead')}>
    <Table
      name="limits"
      caption={say('limits')}
      read={read}
      call={{ operation: 'adminConsole.deployment', input: {} }}
      rows={read.data?.limits}
      idOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: common('name'),
          cell: ({ name }) => <code class="whole">{name}</code>,
          text: ({ name }) => name,
        },
        {
          key: 'value',
          title: say('value'),
          cell: ({ value, default: usual }) => (
            <>
              {value} {value !== usual && <Badge>{say('changed')}</Badge>}
            </>
          ),
          text: ({ value }) => value,
          isNumber: true,
        },
        {
          key: 'default',
          title: say('default'),
          cell: ({ default: usual }) => usual,
          text: ({ default: usual }) => usual,
          isNumber: true,
        },
        { key: 'per', title: say('per'), text: ({ per }) => per },
        {
          key: 'meaning',
          title: say('meaning'),
          cell: ({ meaning }) => <Meaning text={meaning} />,
          text: ({ meaning }) => meaning,
        },
      ]}
    />
  </Panel>
);
