// A user: why a login fails comes first, then everything about the account, each part with an address of its own.
import type { ComponentType } from 'preact';
import { common, EmptyState, Link, lazy, may, Problem, Screen, Skeleton, Tabs, useRead } from '../kit.ts';
import { addressOf, States, titleOf } from './people/people.tsx';
import { Obstacles } from './user/obstacles.tsx';
import { Tenant } from './user/tenant.tsx';
import { type Details, type PartProps, say } from './user/words.ts';

/** What a support person looks at first is there at once. The rest is loaded when it is opened. */
const PARTS = {
  overview: Obstacles,
  profile: lazy(async () => (await import('./user/profile.tsx')).Profile),
  roles: lazy(async () => (await import('./user/roles.tsx')).Roles),
  sessions: lazy(async () => (await import('./user/sessions.tsx')).Sessions),
  factors: lazy(async () => (await import('./user/factors.tsx')).Factors),
  audit: lazy(async () => (await import('./user/audit.tsx')).Audit),
  danger: lazy(async () => (await import('./user/danger.tsx')).Danger),
} as const satisfies Record<string, ComponentType<PartProps>>;
type PartName = keyof typeof PARTS;

const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name);
/** Only operators change an account. The others are not led to what they may not do. */
const shownParts = (): PartName[] =>
  (Object.keys(PARTS) as PartName[]).filter((part) => part !== 'danger' || may('operate'));

export default function User({ id = '', part = 'overview' }: { id?: string; part?: string }) {
  const read = useRead('adminUsers.get', { id });
  // What is shown while another user is read is not theirs.
  const details = read.isStale ? undefined : read.data;
  const parent = { title: common('users'), to: 'users' };
  // Someone may have deleted what was read before.
  const isUnknown = read.problem?.statusCode === 404 || !isPart(part);
  if (!details || isUnknown)
    return (
      <Screen title={isUnknown ? say('unknown') : common('user')} parent={parent}>
        {isUnknown ? (
          <EmptyState title={say('unknownLead')}>
            <Link to="users">{common('users')}</Link>
          </EmptyState>
        ) : (
          <Problem error={read.problem} retry={read.reload} />
        )}
        {read.isLoading && !isUnknown && <Skeleton lines={8} />}
      </Screen>
    );
  const name = titleOf(details.user);
  const Part: ComponentType<PartProps> = PARTS[part];
  return (
    <Screen title={name} parent={parent} lead={<Lead details={details} />}>
      <Tabs
        label={say('parts')}
        tabs={shownParts().map((each) => ({
          to: each === 'overview' ? `users/${id}` : `users/${id}/${each}`,
          title: say(`part-${each}`),
        }))}
      />
      <Problem error={read.problem} retry={read.reload} />
      <Part key={part} details={details} name={name} />
    </Screen>
  );
}

const Lead = ({ details: { user } }: { details: Details }) => (
  <>
    {user.name && `${addressOf(user)} · `}
    {user.email && user.phone && `${user.phone} · `}
    <Tenant user={user} /> <States user={user} />
  </>
);
