// Chooses a tenant or a role: as a filter of a list, and in a form. A few are a menu, many are searched.
import type { Signal } from '@preact/signals';
import { Chips, Combobox, common, me, type Pick, query, Select, setQuery, useRead } from '../../kit.ts';
import { shared } from './words.ts';

/** More than this are no menu to read through. */
const MENU = 40;

const matching =
  (picks: readonly Pick[]) =>
  (text: string): readonly Pick[] =>
    picks
      .filter(({ title, hint = '' }) => `${title} ${hint}`.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
      .slice(0, MENU);

/** The tenants that the admin sees, or `undefined` until they are known. */
export function useTenants(): readonly Pick[] | undefined {
  const { data } = useRead('adminTenants.list', {});
  return data?.data.map(({ id, name, slug }) => ({ value: id, title: name, hint: slug }));
}

/** Returns the tenant whose list is shown. An admin of several tenants sees one at a time. */
export function shownTenant(): string | undefined {
  const own = me.value?.tenants ?? [];
  return query.value.get('tenantId') ?? (own.length > 1 ? own[0] : undefined);
}

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
    <PickFilter name="tenantId" label={shared('tenant')} picks={tenants} value={shownTenant()} isRequired={!!own} />
  );
}

/** The tenant of what a form creates. */
export function TenantField({ value }: { value: Signal<string> }) {
  const tenants = useTenants();
  if (!tenants) return null;
  if (!value.value && tenants.length === 1) value.value = tenants[0]?.value ?? '';
  const choose = (tenant: string): void => {
    value.value = tenant;
  };
  if (tenants.length <= MENU)
    return (
      <Select
        name="tenantId"
        label={shared('tenant')}
        hint={shared('tenantHint')}
        options={[['', shared('chooseTenant')], ...tenants.map(({ value: id, title }) => [id, title] as const)]}
        value={value.value}
        onChange={choose}
      />
    );
  const chosen = tenants.find((tenant) => tenant.value === value.value);
  return chosen ? (
    <div class="field">
      <span class="label">{shared('tenant')}</span>
      <Chips label={shared('tenant')} chips={[chosen]} onRemove={() => choose('')} />
    </div>
  ) : (
    <Combobox label={shared('tenant')} search={matching(tenants)} onPick={(pick) => choose(pick.value)} />
  );
}
