// Tenants: a list with search and status in the address, and a dialog that creates one. The service returns all tenants at
// once, so that the browser searches and pages.
import { useSignal } from '@preact/signals';
import type { Tenant } from '../../../packages/client/index.ts';
import {
  Active,
  ChoiceFilter,
  common,
  Dialog,
  Field,
  Form,
  isOfDeployment,
  Link,
  ListScreen,
  NumberPager,
  navigate,
  number,
  pageUrl,
  partOf,
  query,
  SearchFilter,
  toast,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/tenants.ts';
import { slugOf } from './tenant/slug.ts';
import { texts } from './tenant/texts.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/tenants.ts`));

const PAGE = 50;

/** Returns whether the tenant is one that the filters ask for. */
function isWanted({ name, slug, id, isActive }: Tenant): boolean {
  const text = (query.value.get('search') ?? '').toLocaleLowerCase();
  const status = query.value.get('status');
  if (status && status !== (isActive ? 'active' : 'inactive')) return false;
  return [name, slug, id].some((each) => each.toLocaleLowerCase().includes(text));
}

export default function Tenants() {
  const read = useRead('adminTenants.list', {});
  const found = read.data?.data.filter(isWanted);
  const last = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE));
  const page = Math.min(last, Math.max(1, Math.trunc(Number(query.value.get('page'))) || 1));
  const none = isOfDeployment() ? (['none', 'noneLead'] as const) : (['noneOfYours', 'noneOfYoursLead'] as const);
  return (
    <ListScreen
      name="tenants"
      title={common('tenants')}
      lead={say('lead')}
      operation="adminTenants.list"
      input={{}}
      read={read}
      rows={found?.slice((page - 1) * PAGE, page * PAGE)}
      pager={found && <NumberPager page={page} pageSize={PAGE} total={found.length} />}
      tasks={[
        {
          name: 'create',
          title: say('add'),
          duty: 'operate',
          isOffered: isOfDeployment(),
          dialog: (close) => <Create onClose={close} />,
        },
      ]}
      none={[say(none[0]), say(none[1])]}
      isFiltered={query.value.has('search') || query.value.has('status')}
      filters={
        <>
          <SearchFilter label={say('search')} />
          <ChoiceFilter
            name="status"
            label={common('status')}
            options={[
              ['active', common('active')],
              ['inactive', common('inactive')],
            ]}
          />
        </>
      }
      columns={[
        {
          key: 'name',
          title: common('name'),
          text: ({ name }) => name,
          cell: ({ id, name }) => <Link to={`tenants/${id}`}>{name}</Link>,
        },
        { key: 'slug', title: say('slug'), text: ({ slug }) => slug, as: 'code' },
        {
          key: 'status',
          title: common('status'),
          text: ({ isActive }) => String(isActive),
          cell: ({ isActive }) => <Active is={isActive} off="wrong" />,
        },
        {
          key: 'providers',
          title: say('providers'),
          text: ({ settings }) => settings.ssoProviders?.length ?? 0,
          cell: ({ settings }) => number(settings.ssoProviders?.length ?? 0),
          isNumber: true,
        },
        { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
        ...texts.names.map((key) => ({
          key,
          title: texts.titleOf(key),
          text: (tenant: Tenant) => tenant[key],
          isHidden: true,
        })),
        { key: 'id', title: common('id'), text: ({ id }) => id, as: 'code', isHidden: true },
      ]}
    />
  );
}

/** The short name follows the name until someone writes it themselves. */
function Create({ onClose }: { onClose: () => void }) {
  const proposed = useSignal('');
  const chosen = useSignal<string | undefined>(undefined);
  const slug = chosen.value ?? proposed.value;
  return (
    <Dialog title={say('add')} lead={say('addLead')} onClose={onClose}>
      <Form
        operation="adminTenants.create"
        touches={['adminConsole']}
        input={({ name = '', slug = '', ...values }) => ({
          name: name.trim(),
          slug: slug.trim(),
          ...texts.given(values),
        })}
        submit={common('create')}
        onDone={({ tenant: { id, name } }) => {
          toast(say('made', { name }));
          navigate(`tenants/${id}/sign-in`);
        }}
      >
        <Field
          name="name"
          label={common('name')}
          hint={say('nameHint')}
          maxLength={120}
          onInput={(text) => {
            proposed.value = slugOf(text);
          }}
          isFocused
        />
        <Field
          name="slug"
          label={say('slug')}
          hint={say('slugHint', { url: pageUrl(`login?tenant=${slug || '…'}`) })}
          maxLength={63}
          value={proposed.value}
          onInput={(text) => {
            chosen.value = text;
          }}
        />
        {texts.names.map((name) => (
          <texts.Input key={name} name={name} />
        ))}
      </Form>
    </Dialog>
  );
}
