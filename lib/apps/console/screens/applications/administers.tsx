// The role of a machine among admins, and the tenants that it counts for.
import { type Signal, useSignal } from '@preact/signals';
import { common, Form, Panel, type Pick, Select, Skeleton, toast, WrongField } from '../../kit.ts';
import { picksOf, TenantsField, useTenants } from '../access/tenants.tsx';
import type { Application } from './fields.tsx';
import { say } from './words.ts';

type Role = NonNullable<Application['administers']>['role'];
const ROLES = ['operator', 'support', 'auditor'] as const satisfies readonly Role[];
const NONE = 'none';

/** For owners. Waits for the names of the tenants, which the field begins with. */
export function Administers({ application }: { application: Application }) {
  const known = useTenants();
  const ids = application.administers?.tenants ?? null;
  return (
    <Panel title={say('administers')}>
      <p class="hint">{say('administersLead')}</p>
      <div class="narrow">
        {ids && !known ? <Skeleton /> : <Change application={application} tenants={ids && picksOf(ids, known)} />}
      </div>
    </Panel>
  );
}

type ChangeProps = { application: Application; tenants: readonly Pick[] | null };

function Change({ application: { id, administers }, tenants }: ChangeProps) {
  const role = useSignal<string>(administers?.role ?? NONE);
  const chosen = useSignal(tenants);
  const sent = () => {
    if (role.value === NONE) return null;
    if (chosen.value?.length === 0) throw new WrongField('administersFor', say('noTenant'));
    return { role: role.value as Role, tenants: chosen.value?.map(({ value }) => value) ?? null };
  };
  return (
    <Form
      operation="adminApplications.update"
      input={() => ({ id, administers: sent() })}
      submit={common('save')}
      onDone={({ application: { name } }) => toast(say('saved', { name }))}
    >
      <Select
        name="administers"
        label={common('role')}
        options={[
          [NONE, say('administersNot')] as const,
          ...ROLES.map((each) => [each, common(`role-${each}`)] as const),
        ]}
        value={role.value}
        onChange={(next) => {
          role.value = next;
        }}
      />
      {role.value !== NONE && (
        <Select
          name="administersFor"
          label={say('reach')}
          options={(['all', 'some'] as const).map((each) => [each, say(`reach-${each}`)] as const)}
          value={chosen.value ? 'some' : 'all'}
          onChange={(next) => {
            chosen.value = next === 'some' ? [] : null;
          }}
        />
      )}
      {role.value !== NONE && chosen.value && <TenantsField chosen={chosen as Signal<readonly Pick[]>} />}
    </Form>
  );
}
