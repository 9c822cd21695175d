// Tenants: a list with search and status in the address, and a dialog that creates one. The service returns all tenants at
// once, so that the browser searches and pages.
import { useSignal } from '@preact/signals';
import type { Tenant } from '../../../packages/client/index.ts';
import {
  Badge,
  ChoiceFilter,
  common,
  Dialog,
  EmptyState,
  Field,
  Form,
  isOfDeployment,
  Link,
  may,
  NumberPager,
  navigate,
  number,
  pageUrl,
  partOf,
  query,
  Screen,
  SearchFilter,
  Table,
  Time,
  toast,
  useCommands,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/tenants.ts';
import { slugOf } from './tenant/slug.ts';

const say = partOf(en, async () => (await import('../words/de/tenants.ts')).de);

const PAGE = 50;

/** Returns whether the tenant is one that the filters ask for. */
function isWanted({ name, slug, id, isActive }: Tenant): boolean {
  const text = (query.value.get('search') ?? '').toLocaleLowerCase();
  const status = query.value.get('status');
  if (status && status !== (isActive ? 'active' : 'inactive')) return false;
  return [name, slug, id].some((each) => each.toLocaleLowerCase().includes(text));
}

export default function Tenants() {
  const isAdding = useSignal(false);
  const read = useRead('adminTenants.list', {});
  const open = (): void => {
    isAdding.value = true;
  };
  const mayCreate = may('operate') && isOfDeployment();
  useCommands(mayCreate ? [{ title: say('add'), run: open }] : []);
  const found = read.data?.data.filter(isWanted);
  const last = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE));
  const page = Math.min(last, Math.max(1, Math.trunc(Number(query.value.get('page'))) || 1));
  const isFiltered = query.value.has('search') || query.value.has('status');
  return (
    <Screen
      title={common('tenants')}
      lead={say('lead')}
      actions={
        mayCreate && (
          <button type="button" onClick={open}>
            {say('add')}
          </button>
        )
      }
    >
      <Table
        name="tenants"
        caption={common('tenants')}
        read={read}
        call={{ operation: 'adminTenants.list', input: {} }}
        rows={found?.slice((page - 1) * PAGE, page * PAGE)}
        idOf={({ id }) => id}
        filters={
          <>
            <SearchFilter label={say('search')} />
            <ChoiceFilter
              name="status"
              label={say('status')}
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
            title: say('name'),
            cell: ({ id, name }) => <Link to={`tenants/${id}`}>{name}</Link>,
            text: ({ name }) => name,
          },
          { key: 'slug', title: say('slug'), cell: ({ slug }) => <code>{slug}</code>, text: ({ slug }) => slug },
          {
            key: 'status',
            title: say('status'),
            cell: ({ isActive }) => (
              <Badge tone={isActive ? 'good' : 'wrong'}>{common(isActive ? 'active' : 'inactive')}</Badge>
            ),
            text: ({ isActive }) => (isActive ? 'active' : 'inactive'),
          },
          {
            key: 'providers',
            title: say('providers'),
            isNumber: true,
            cell: ({ settings }) => number(settings.ssoProviders?.length ?? 0),
            text: ({ settings }) => settings.ssoProviders?.length ?? 0,
          },
          {
            key: 'created',
            title: common('created'),
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
          },
          {
            key: 'description',
            title: say('description'),
            isHidden: true,
            cell: ({ description }) => description ?? '–',
            text: ({ description }) => description,
          },
          { key: 'id', title: say('id'), isHidden: true, cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
        ]}
        empty={
          isFiltered ? (
            <EmptyState title={common('nothingFound')} />
          ) : (
            <EmptyState title={say(isOfDeployment() ? 'none' : 'noneOfYours')}>
              <p>{say(isOfDeployment() ? 'noneLead' : 'noneOfYoursLead')}</p>
            </EmptyState>
          )
        }
      />
      {found && <NumberPager page={page} pageSize={PAGE} total={found.length} />}
      {isAdding.value && (
        <Dialog
          title={say('add')}
          lead={say('addLead')}
          onClose={() => {
            isAdding.value = false;
          }}
        >
          <CreateForm />
        </Dialog>
      )}
    </Screen>
  );
}

/** The short name follows the name until someone writes it themselves. */
function CreateForm() {
  const proposed = useSignal('');
  const chosen = useSignal<string | undefined>(undefined);
  const slug = chosen.value ?? proposed.value;
  return (
    <Form
      operation="adminTenants.create"
      touches={['adminConsole']}
      input={({ name = '', slug = '', description = '' }) => ({
        name: name.trim(),
        slug: slug.trim(),
        ...(description.trim() && { description: description.trim() }),
      })}
      submit={common('create')}
      onDone={({ tenant: { id, name } }) => {
        toast(say('made', { name }));
        navigate(`tenants/${id}/sign-in`);
      }}
    >
      <Field
        name="name"
        label={say('name')}
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
      <Field name="description" label={say('description')} maxLength={1000} isOptional />
    </Form>
  );
}
