// Chooses tenants: one as a filter of a list, several in a form, and names those that a thing has. A few are a menu, many
// are searched.
import type { Signal } from '@preact/signals';
import { Chips, Combobox, common, Link, may, me, type Pick, query, setQuery, useRead } from '../../kit.ts';
import { shared } from './words.ts';

/** More than this are no menu to read through. */
export const MENU = 40;

/** The tenants that the admin sees, or `undefined` until they are known. */
export function useTenants(): readonly Pick[] | undefined {
  const { data } = useRead('adminTenants.list', may('readUsers') ? {} : undefined);
  return data?.data.map(({ id, name, slug }) => ({ value: id, title: name, hint: slug }));
}

/** Returns the options that have the text in title or hint. */
export const matching =
  (picks: readonly Pick[]) =>
  (text: string): readonly Pick[] =>
    picks
      .filter(({ title, hint = '' }) => `${title} ${hint}`.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
      .slice(0, MENU);

/** Returns the tenant whose list is shown. An admin of several tenants sees one at a time. */
export const shownTenant = (): string | undefined =>
  query.value.get('tenantId') ?? (me.value?.tenants && me.value.tenants.length > 1 ? me.value.tenants[0] : undefined);

type PickFilterProps = {
  name: string;
  label: string;
  picks: readonly Pick[];
  value: string | undefined;
  /** Whether there is no "all". */
  isRequired?: boolean;
};

/** A filter in the address: a menu, or a search if there are many. */
export function PickFilter({ name, label, picks, value, isRequired = false }: PickFilterProps) {
  if (picks.length <= MENU)
    return (
      <label class="choice-filter">
        <span class="hint">{label}</span>
        <select value={value ?? ''} onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}>
          {!isRequired && <option value="">{common('all')}</option>}
          {value && !picks.some((pick) => pick.value === value) && <option value={value}>{value}</option>}
          {picks.map((pick) => (
            <option key={pick.value} value={pick.value}>
              {pick.title}
            </option>
          ))}
        </select>
      </label>
    );
  const chosen = picks.find((pick) => pick.value === value);
  if (chosen)
    return (
      <Chips
        label={label}
        chips={[{ ...chosen, title: `${label}: ${chosen.title}` }]}
        onRemove={isRequired ? undefined : () => setQuery({ [name]: null })}
      />
    );
  return <Combobox label={label} search={matching(picks)} onPick={(pick) => setQuery({ [name]: pick.value })} />;
}

/** The filter of a list by tenant. An admin of one tenant has none. */
export function TenantFilter() {
  const tenants = useTenants();
  const own = me.value?.tenants;
  if (!tenants?.length || own?.length === 1) return null;
  return (
    <PickFilter name="tenantId" label={common('tenant')} picks={tenants} value={shownTenant()} isRequired={!!own} />
  );
}

/** Several tenants in a form. */
export function TenantsField({ chosen }: { chosen: Signal<readonly Pick[]> }) {
  const tenants = useTenants() ?? [];
  const ids = chosen.value.map(({ value }) => value);
  return (
    <>
      <Combobox
        label={shared('addTenant')}
        search={(text) => matching(tenants.filter(({ value }) => !ids.includes(value)))(text)}
        emptyText={shared('tenantUnknown')}
        onPick={(tenant) => {
          chosen.value = [...chosen.value, tenant];
        }}
      />
      {chosen.value.length > 0 && (
        <Chips
          label={common('tenant')}
          chips={chosen.value}
          onRemove={({ value }) => {
            chosen.value = chosen.value.filter((each) => each.value !== value);
          }}
        />
      )}
    </>
  );
}

/** Returns the options of these ids. A tenant that is not known is called by its id. */
export const picksOf = (ids: readonly string[], tenants: readonly Pick[] | undefined): readonly Pick[] =>
  ids.map((id) => tenants?.find(({ value }) => value === id) ?? { value: id, title: id });

/** The names of tenants with links; `null` is all of them. */
export function Tenants({ ids }: { ids: readonly string[] | null }) {
  const tenants = useTenants();
  if (!ids) return <>{shared('allTenants')}</>;
  return (
    <>
      {picksOf(ids, tenants).map(({ value, title }, at) => (
        <span key={value}>
          {at > 0 && ', '}
          <Link to={`tenants/${value}`}>{title}</Link>
        </span>
      ))}
    </>
  );
}
