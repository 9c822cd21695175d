// The overview: the way to someone who can't sign in, figures, some days as a chart, and what happened last. The days and the
// tenant are in the address.
import {
  Badge,
  BarChart,
  Combobox,
  common,
  duration,
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
  parameter,
  partOf,
  type ReplyOf,
  Screen,
  Skeleton,
  Time,
  UNITS,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/overview.ts';
import { PickFilter, shownTenant, TenantFilter } from './access/tenants.tsx';
import { findUsers } from './people/find.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/overview.ts`));

export default function Overview() {
  return (
    <Screen title={common('overview')}>
      <div class="two even">
        {may('readUsers') && <Help />}
        <FirstSteps />
      </div>
      {may('read') && isOfDeployment() && <Figures />}
      {may('readUsers') && <Activity />}
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

/** The ranges that can be chosen, in days. The service has 31. */
const RANGES = ['7', '14', '31'] as const;

/** Returns how the language writes days in UTC. Weekdays tell the days of a week apart, not those of a month. */
function daysOf(range: string): Intl.DateTimeFormat {
  const beside = range === '7' ? ({ weekday: 'short' } as const) : ({ month: 'short' } as const);
  return new Intl.DateTimeFormat(language.value, { ...beside, day: 'numeric', timeZone: 'UTC' });
}

/** The tenant that is chosen, or the only one of the admin. Without one, all are shown. */
const ofTenant = (): string | undefined => shownTenant() ?? me.value?.tenants?.[0];

function Activity() {
  const days = RANGES.find((each) => each === parameter('days')) ?? RANGES[0];
  const { data: activity, problem, reload } = useRead('adminConsole.activity', { days, tenantId: ofTenant() });
  const format = daysOf(days);
  return (
    <Panel
      title={say('activity')}
      actions={
        <>
          <TenantFilter />
          <PickFilter
            name="days"
            label={say('period')}
            picks={RANGES.map((value) => ({ value, title: duration(Number(value) * UNITS.day) }))}
            value={days}
            isRequired
          />
        </>
      }
    >
      <Problem error={problem} retry={reload} />
      {!activity && !problem && <Skeleton lines={5} />}
      {activity && (
        <BarChart
          caption={say('totals', activity.totals)}
          labels={activity.data.map(({ day }) => format.format(Date.parse(day)))}
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
