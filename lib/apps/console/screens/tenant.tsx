// A tenant: what it is called, and every setting as a form with its meaning and its default. Each part has an address.
import type { ComponentType } from 'preact';
import {
  Badge,
  common,
  EmptyState,
  Link,
  lazy,
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
import type { SettingPart } from './tenant/settings.ts';
import { type PartProps, say } from './tenant/words.ts';

/** A part that is nothing but settings. */
const settings = (part: SettingPart) =>
  lazy(async () => (await import('./tenant/settings-part.tsx')).settingsPart(part));

/** The first is there at once. The others are loaded when they are opened. */
const PARTS = {
  general: General,
  'sign-in': settings('sign-in'),
  sessions: settings('sessions'),
  addresses: settings('addresses'),
  messages: settings('messages'),
  texts: lazy(async () => (await import('./tenant/messages/texts.tsx')).MessageTexts),
  branding: lazy(async () => (await import('./tenant/branding.tsx')).Branding),
  providers: lazy(async () => (await import('./tenant/providers.tsx')).Providers),
  domains: lazy(async () => (await import('./tenant/domains.tsx')).Domains),
  directories: lazy(async () => (await import('./tenant/directories.tsx')).Directories),
  requests: lazy(async () => (await import('./tenant/join-requests.tsx')).JoinRequests),
  'setup-links': lazy(async () => (await import('./tenant/setup-links.tsx')).SetupLinks),
  import: lazy(async () => (await import('./import/import.tsx')).Import),
  audit: settings('audit'),
  danger: lazy(async () => (await import('./tenant/danger.tsx')).Danger),
} as const satisfies Readonly<Record<string, ComponentType<PartProps>>>;
type PartName = keyof typeof PARTS;

const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name);
/** Only operators bring users in or end something. The others are not led to what they may not do. */
const OF_OPERATORS: readonly PartName[] = ['import', 'danger'];
const shownParts = (): PartName[] =>
  (Object.keys(PARTS) as PartName[]).filter((part) => !OF_OPERATORS.includes(part) || may('operate'));

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
  const Part: ComponentType<PartProps> = PARTS[part as PartName];
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
      <Part key={`${id} ${part}`} tenant={tenant} />
    </Screen>
  );
}
