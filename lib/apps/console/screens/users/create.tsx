// Creates an account: with a password that the admin sets, or without one.
import { useSignal } from '@preact/signals';
import { Check, common, Dialog, Field, Form, navigate, type Pick, Select, toast } from '../../kit.ts';
import { shownTenant } from '../access/tenants.tsx';
import { titleOf } from '../people/people.tsx';
import { RolesField } from '../people/roles.tsx';
import { TenantField } from '../people/tenant-field.tsx';
import { FURTHER, texts } from '../people/texts.ts';
import { shared } from '../people/words.ts';
import { say } from './words.ts';

export function Create({ onClose }: { onClose: () => void }) {
  const tenantId = useSignal(shownTenant() ?? '');
  const roles = useSignal<readonly Pick[]>([]);
  const how = useSignal('none');
  const hasPassword = how.value === 'password';
  return (
    <Dialog title={say('add')} lead={say('addLead')} onClose={onClose}>
      <Form
        operation="adminUsers.create"
        input={({ email = '', phone, password, mustChange, verified, ...values }) => ({
          tenantId: tenantId.value,
          email,
          ...(phone?.trim() ? { phone } : {}),
          ...texts.given(values),
          ...(roles.value.length ? { roleIds: roles.value.map(({ value }) => value) } : {}),
          ...(hasPassword && password ? { password, mustChangePassword: mustChange === 'on' } : {}),
          ...(verified ? { emailVerifiedAt: new Date().toISOString() } : {}),
        })}
        codes={{ TENANT_ID_REQUIRED: { field: 'tenantId', text: shared('chooseTenant') } }}
        submit={common('create')}
        onDone={({ user }) => {
          toast(say('created', { name: titleOf(user) }));
          navigate(`users/${user.id}`);
        }}
      >
        <TenantField value={tenantId} />
        <Field name="email" type="email" label={common('email')} maxLength={254} isFocused />
        <Check name="verified" label={say('verified')} hint={say('verifiedHint')} />
        <texts.Input name="name" />
        <Field name="phone" type="tel" label={common('phone')} hint={shared('phoneHint')} maxLength={40} isOptional />
        <RolesField tenantId={tenantId.value} chosen={roles} />
        <Select
          name="how"
          label={say('how')}
          options={[
            ['none', say('how-none')],
            ['password', say('how-password')],
          ]}
          value={how.value}
          onChange={(value) => {
            how.value = value;
          }}
        />
        {hasPassword && (
          <>
            <Field
              name="password"
              type="password"
              label={common('password')}
              hint={say('passwordHint')}
              autocomplete="new-password"
              maxLength={128}
            />
            <Check name="mustChange" label={say('mustChange')} isChecked />
          </>
        )}
        {FURTHER.map((name) => (
          <texts.Input key={name} name={name} />
        ))}
      </Form>
    </Dialog>
  );
}
