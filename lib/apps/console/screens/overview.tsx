// The overview: the way to someone who can't sign in, figures, seven days as a chart, and what happened last.
import {
  Badge,
  BarChart,
  Combobox,
  common,
  EmptyState,
  Icon,
  isOfDeployment,
  Link,
  language,
  may,
  me,
  navigate,
  number,
  Panel,
  Problem,
  partOf,
  type ReplyOf,
  Screen,
  Skeleton,
  Time,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/overview.ts';
import { findUsers } from './people/find.ts';

const say = partOf(en, async () => (await import('../words/de/overview.ts')).de);

export default function Overview() {
  return (
    <Screen title={common('overview')}>
      <div class="two even">
        {may('readUsers') && <Help />}
        <FirstSteps />
      </div>
      {may('read') && isOfDeployment() && <Figures />}
      {may('read') && <Week />}
      {may('read') && <Recent />}
    </Screen>
  );
}

const Help = () => (
  <Panel title={say('help')} lead={say('helpLead')}>
    <div class="narrow">
      <Combobox
        label={say('helpLabel')}
        search={findUsers}
        onPick={({ value }) => navigate(`users/${value}`)}
        emptyText={say('helpNone')}
      />
    </div>
  </Panel>
);

/** What a new deployment lacks. It disappears when nothing is left to do. */
function FirstSteps() {
  const stats = useRead('adminConsole.stats', may('read') && isOfDeployment() ? {} : undefined).data?.stats;
  const isProtected = !!(me.value?.isMfaEnabled || me.value?.hasPasskey);
  const steps = [
    { isDone: !stats || stats.totalTenants > 0, to: 'tenants', title: say('stepTenant'), lead: say('stepTenantLead') },
    { isDone: !stats || stats.totalUsers > 0, to: 'users', title: say('stepUser'), lead: say('stepUserLead') },
    { isDone: isProtected, to: 'security', title: say('stepFactor'), lead: say('stepFactorLead') },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={say('steps')}>
      <ol class="steps">
        {steps.map(({ isDone, to, title, lead }) => (
          <li key={to} class={isDone ? 'done' : ''}>
            <span class="step">{isDone && <Icon name="check" />}</span>
            {isDone ? (
              <span>
                {title}
                <span class="unseen"> {say('done')}</span>
              </span>
            ) : (
              <span>
                <Link to={to}>{title}</Link>
                <span class="hint block">{lead}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Figures() {
  const { data, problem, reload } = useRead('adminConsole.stats', {});
  if (!data) return problem ? <Problem error={problem} retry={reload} /> : <Skeleton lines={6} />;
  const { stats } = data;
  const tiles = [
    { to: 'users', title: common('users'), value: stats.totalUsers, note: say.count('active', stats.activeUsers) },
    { to: 'users', title: say('verified'), value: stats.verifiedUsers, note: say('verifiedNote') },
    { to: 'tenants', title: common('tenants'), value: stats.totalTenants },
    { to: 'roles', title: common('roles'), value: stats.totalRoles },
  ];
  return (
    <ul class="panel tiles">
      {tiles.map(({ to, title, value, note }) => (
        <li key={title} class="tile">
          <Link to={to}>{title}</Link>
          <span class="figure">{number(value)}</span>
          {note && <span class="hint">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns a day in UTC as the language writes it. */
const dayOf = (time: number): string =>
  new Intl.DateTimeFormat(language.value, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(time);

/** Seven days: of the deployment, or of the one tenant of the admin. */
function Week() {
  const [tenantId, ...more] = me.value?.tenants ?? [];
  if (more.length) return null;
  return <SignIns tenantId={tenantId} />;
}

function SignIns({ tenantId }: { tenantId: string | undefined }) {
  const { data: activity, problem, reload } = useRead('adminConsole.activity', { days: '7', tenantId });
  return (
    <Panel title={say('week')}>
      <Problem error={problem} retry={reload} />
      {!activity && !problem && <Skeleton lines={5} />}
      {activity && (
        <BarChart
          caption={say('weekTotals', activity.totals)}
          labels={activity.data.map(({ day }) => dayOf(Date.parse(day)))}
          series={[
            { title: say('signIns'), values: activity.data.map(({ signIns }) => signIns) },
            { title: say('failures'), values: activity.data.map(({ failedSignIns }) => failedSignIns) },
          ]}
        />
      )}
    </Panel>
  );
}

type Entry = ReplyOf<'adminAudit.list'>['data'][number];

function by({ id, type }: Entry['actor']): string {
  if (id && id === me.value?.id) return say('you');
  return say(`by-${type}`);
}

function Recent() {
  const [tenantId] = me.value?.tenants ?? [];
  const { data, problem } = useRead('adminAudit.list', { limit: '8', tenantId });
  const entries = data?.data;
  return (
    <Panel title={say('recent')} actions={<Link to="audit">{say('allEntries')}</Link>}>
      <Problem error={problem} />
      {!entries && !problem && <Skeleton lines={4} />}
      {entries?.length === 0 && <EmptyState title={say('noEntries')} />}
      {entries && entries.length > 0 && (
        <ul class="list">
          {entries.map(({ id, occurredAt, action, outcome, actor }) => (
            <li key={id} class="row">
              <span>
                <Link to="audit" query={{ entry: id }}>
                  <code>{action}</code>
                </Link>{' '}
                {outcome !== 'success' && <Badge tone="wrong">{say('failed')}</Badge>}
              </span>
              <span class="hint">
                {by(actor)} · <Time at={occurredAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
