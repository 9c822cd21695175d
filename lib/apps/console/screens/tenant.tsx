// A tenant: what it is called, and every setting as a form with its meaning and its default. Each part has an address.
import { signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import {
  asError,
  Badge,
  common,
  EmptyState,
  isOfDeployment,
  Link,
  may,
  navigate,
  Problem,
  pageUrl,
  Screen,
  Skeleton,
  Tabs,
  useCommands,
  useRead,
} from '../kit.ts';
import { General } from './tenant/general.tsx';
import { settingsPart } from './tenant/settings-part.tsx';
import { type PartProps, say } from './tenant/words.ts';

type Part = ComponentType<PartProps>;
const SHOWN_AT_ONCE: Readonly<Record<string, Part>> = {
  general: General,
  'sign-in': settingsPart('sign-in'),
  sessions: settingsPart('sessions'),
  addresses: settingsPart('addresses'),
  messages: settingsPart('messages'),
  audit: settingsPart('audit'),
};

/** The rest is loaded when it is opened. */
const PARTS = {
  general: undefined,
  'sign-in': undefined,
  sessions: undefined,
  addresses: undefined,
  messages: undefined,
  branding: async () => (await import('./tenant/branding.tsx')).Branding,
  providers: async () => (await import('./tenant/providers.tsx')).Providers,
  audit: undefined,
  danger: async () => (await import('./tenant/danger.tsx')).Danger,
} as const satisfies Readonly<Record<string, (() => Promise<Part>) | undefined>>;
type PartName = keyof typeof PARTS;
const loaded = signal(SHOWN_AT_ONCE);

/** A part of the tenant, as soon as it is loaded. */
function Shown({ part, tenant }: PartProps & { part: PartName }) {
  const problem = useSignal<ReturnType<typeof asError> | undefined>(undefined);
  const Found = loaded.value[part];
  useEffect(() => {
    if (Found) return;
    PARTS[part]?.().then(
      (found) => {
        loaded.value = { ...loaded.value, [part]: found };
      },
      (error: unknown) => {
        problem.value = asError(error);
      },
    );
  }, [part]);
  // A deployment that was updated has other files. Loading the page again gets them.
  if (problem.value) return <Problem error={problem.value} retry={() => location.reload()} />;
  return Found ? <Found tenant={tenant} /> : <Skeleton lines={5} />;
}

const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name);
/** Only operators of the deployment end a tenant. The others are not led to what they may not do. */
const shownParts = (): PartName[] =>
  (Object.keys(PARTS) as PartName[]).filter((part) => part !== 'danger' || (may('operate') && isOfDeployment()));

const addressOf = (id: string, part: PartName): string =>
  part === 'general' ? `tenants/${id}` : `tenants/${id}/${part}`;

/** The parts as commands of the palette. */
function Commands({ id, name }: { id: string; name: string }) {
  useCommands(
    shownParts().map((part) => ({
      title: say(`part-${part}`),
      hint: name,
      run: () => navigate(addressOf(id, part)),
    })),
  );
  return null;
}

export default function TenantScreen({ id = '', part = 'general' }: { id?: string; part?: string }) {
  const read = useRead('adminTenants.list', {});
  const tenant = read.data?.data.find((each) => each.id === id);
  const parent = { title: common('tenants'), to: 'tenants' };
  const isUnknown = (read.data && !tenant) || !isPart(part) || !shownParts().includes(part);
  if (!tenant || isUnknown)
    return (
      <Screen title={isUnknown ? say('unknown') : common('tenant')} parent={parent}>
        <Problem error={read.problem} retry={read.reload} />
        {isUnknown && (
          <EmptyState title={say('unknownLead')}>
            <Link to="tenants">{common('tenants')}</Link>
          </EmptyState>
        )}
        {!read.data && read.isLoading && <Skeleton lines={8} />}
      </Screen>
    );
  return (
    <Screen
      title={tenant.name}
      parent={parent}
      lead={
        <>
          <code>{tenant.slug}</code>{' '}
          <Badge tone={tenant.isActive ? 'good' : 'wrong'}>{common(tenant.isActive ? 'active' : 'inactive')}</Badge>
        </>
      }
      actions={
        <>
          {may('readUsers') && (
            <Link to="users" query={{ tenantId: id }} class="button second">
              {say('users')}
            </Link>
          )}
          <a class="button second" href={pageUrl(`login?tenant=${tenant.slug}`)} target="_blank" rel="noreferrer">
            {say('signInPage')}
          </a>
        </>
      }
    >
      <Commands key={id} id={id} name={tenant.name} />
      <Tabs
        label={say('parts')}
        tabs={shownParts().map((each) => ({
          to: addressOf(id, each),
          title: say(`part-${each}`),
        }))}
      />
      <Problem error={read.problem} retry={read.reload} />
      <Shown key={`${id} ${part}`} part={part as PartName} tenant={tenant} />
    </Screen>
  );
}
