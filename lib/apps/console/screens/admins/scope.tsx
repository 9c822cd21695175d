// The role of an admin and the tenants that it counts for, in a form.
import type { Signal } from '@preact/signals';
import { common, every, type Me, type Pick, Select, WrongField } from '../../kit.ts';
import { TenantsField } from '../access/tenants.tsx';
import { say } from './words.ts';

export type Role = Me['role'];
const ROLES = every<Role>({ owner: 0, operator: 0, support: 0, auditor: 0 });

/** What is chosen. `tenants` of `null` is the whole deployment. */
export type Scope = { role: Signal<Role>; tenants: Signal<readonly Pick[] | null> };

/** Returns what is sent. Throws what the form shows beside the field. */
export function sentScope({ role, tenants }: Scope): { role: Role; tenants: string[] | null } {
  if (tenants.value?.length === 0) throw new WrongField('reach', say('noTenant'));
  return { role: role.value, tenants: tenants.value?.map(({ value }) => value) ?? null };
}

export function ScopeFields({ role, tenants }: Scope) {
  return (
    <>
      <Select
        name="role"
        label={common('role')}
        hint={say(`does-${role.value}`)}
        options={ROLES.map((each) => [each, common(`role-${each}`)] as const)}
        value={role.value}
        onChange={(next) => {
          role.value = next as Role;
        }}
      />
      <Select
        name="reach"
        label={say('reach')}
        hint={tenants.value && say('reachHint')}
        options={(['all', 'some'] as const).map((each) => [each, say(`reach-${each}`)] as const)}
        value={tenants.value ? 'some' : 'all'}
        onChange={(next) => {
          tenants.value = next === 'some' ? [] : null;
        }}
      />
      {tenants.value && <TenantsField chosen={tenants as Signal<readonly Pick[]>} />}
    </>
  );
}
