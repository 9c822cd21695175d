// Chooses the tenant of what a form creates.
import type { Signal } from '@preact/signals';
import { Chips, Combobox, common, Select } from '../../kit.ts';
import { MENU, matching, useTenants } from '../access/tenants.tsx';
import { shared } from './words.ts';

/** The only tenant is chosen already. */
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
        label={common('tenant')}
        hint={shared('tenantHint')}
        options={[['', shared('chooseTenant')], ...tenants.map(({ value: id, title }) => [id, title] as const)]}
        value={value.value}
        onChange={choose}
      />
    );
  const chosen = tenants.find((tenant) => tenant.value === value.value);
  return chosen ? (
    <div class="field">
      <span class="label">{common('tenant')}</span>
      <Chips label={common('tenant')} chips={[chosen]} onRemove={() => choose('')} />
    </div>
  ) : (
    <Combobox label={common('tenant')} search={matching(tenants)} onPick={(pick) => choose(pick.value)} />
  );
}
