// Chooses tenants: one as a filter of a list, several in a form, and names those that a thing has.
import type { Signal } from '@preact/signals';
import { Chips, Combobox, Link, may, me, type Pick, query, setQuery, useRead } from '../../kit.ts';
import { shared } from './words.ts';

/** How many are offered at once while a person types. */
const OFFERED = 40;

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
      .slice(0, OFFERED);

/** Returns the tenant whose list is shown. An admin of several tenants sees one at a time. */
export const shownTenant = (): string | undefined =>
  query.value.get('tenantId') ?? (me.value?.tenants && me.value.tenants.length > 1 ? me.value.tenants[0] : undefined);

/** The filter of a list by tenant (`?tenantId=`). An admin of one tenant has none. */
export function TenantFilter() {
  const tenants = useTenants();
  const own = me.value?.tenants;
  if (!tenants?.length || own?.length === 1) return null;
  const value = shownTenant();
  const chosen = tenants.find((each) => each.value === value);
  if (tenants.length > OFFERED && !value)
    return (
      <Combobox
        label={shared('tenant')}
        search={matching(tenants)}
        onPick={(pick) => setQuery({ tenantId: pick.value })}
      />
    );
  return (
    <label class="choice-filter">
      <span class="hint">{shared('tenant')}</span>
      <select value={value ?? ''} onChange={({ currentTarget }) => setQuery({ tenantId: currentTarget.value })}>
        {!own && <option value="">{shared('allTenants')}</option>}
        {value && !chosen && <option value={value}>{value}</option>}
        {(tenants.length > OFFERED ? (chosen ? [chosen] : []) : tenants).map((each) => (
          <option key={each.value} value={each.value}>
            {each.title}
          </option>
        ))}
      </select>
    </label>
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
          label={shared('tenant')}
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
