// Creates an API key of a machine, for permissions that its roles have in the tenant.
import { useSignal } from '@preact/signals';
import { common, Dialog, Field, Form, type Pick, useRead } from '../../kit.ts';
import type { Application } from './fields.tsx';
import { say } from './words.ts';

type CreateKeyProps = {
  application: Application;
  tenant: Pick;
  onMade: (text: string) => void;
  onClose: () => void;
};

/** What the machine may do in the tenant, as far as the admin sees its roles. The service decides. */
function usePermissions({ roleIds }: Application, tenant: string): readonly string[] {
  const roles = useRead('adminRoles.list', {}).data?.data ?? [];
  const counting = roles.filter(
    (role) => role.isActive && roleIds.includes(role.id) && (!role.tenantId || role.tenantId === tenant),
  );
  return [...new Set(counting.flatMap(({ permissions }) => permissions))].sort();
}

export function CreateKey({ application, tenant, onMade, onClose }: CreateKeyProps) {
  const permissions = usePermissions(application, tenant.value);
  const chosen = useSignal<readonly string[]>([]);
  return (
    <Dialog title={say('createKey')} lead={say('createKeyLead', { tenant: tenant.title })} onClose={onClose}>
      <Form
        operation="adminApplications.createKey"
        input={({ name = '', expiresInDays, networks = '' }) => ({
          id: tenant.value,
          applicationId: application.id,
          name,
          scopes: [...chosen.value].sort(),
          expiresInDays: Number(expiresInDays),
          networks: networks.split(/[\s,]+/).filter(Boolean),
        })}
        submit={common('create')}
        isDisabled={!chosen.value.length}
        onDone={({ key }) => {
          onClose();
          onMade(key);
        }}
      >
        <Field name="name" label={common('name')} maxLength={120} isFocused />
        <fieldset class="ticks">
          <legend>{say('scopes')}</legend>
          {permissions.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={chosen.value.includes(name)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = chosen.value.filter((each) => each !== name);
                  chosen.value = checked ? [...others, name] : others;
                }}
              />
              <code>{name}</code>
            </label>
          ))}
        </fieldset>
        {!permissions.length && <p class="hint">{say('noPermissions')}</p>}
        <Field name="expiresInDays" label={say('expiresInDays')} type="number" min={1} max={365} value={90} />
        <Field
          name="networks"
          label={say('networks')}
          hint={say('networksHint')}
          inputMode="url"
          maxLength={500}
          isOptional
        />
      </Form>
    </Dialog>
  );
}
