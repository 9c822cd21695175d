// Invites a person into a tenant, with roles and an end.
import { useSignal } from '@preact/signals';
import { common, Dialog, Field, Form, type Pick, Select, toast } from '../../kit.ts';
import { shownTenant } from '../access/tenants.tsx';
import { RolesField } from './roles.tsx';
import { TenantField } from './tenant-field.tsx';
import { texts } from './texts.ts';
import { shared } from './words.ts';

const EXPIRES = ['default', '3600', '86400', '259200', '604800'] as const;

/** The field of each kind of address. Functions, because texts are loaded later. */
const ADDRESS_FIELDS = {
  email: () => <Field key="email" name="email" type="email" label={common('email')} maxLength={254} isFocused />,
  phone: () => (
    <Field
      key="phone"
      name="phone"
      type="tel"
      label={common('phone')}
      hint={shared('phoneHint')}
      maxLength={40}
      isFocused
    />
  ),
};

export function Invite({ onClose }: { onClose: () => void }) {
  const tenantId = useSignal(shownTenant() ?? '');
  const roles = useSignal<readonly Pick[]>([]);
  const channel = useSignal<keyof typeof ADDRESS_FIELDS>('email');
  return (
    <Dialog title={shared('invite')} lead={shared('inviteLead')} onClose={onClose}>
      <Form
        operation="adminInvitations.create"
        input={({ email, phone, name, locale, expires }) => ({
          tenantId: tenantId.value,
          ...(email === undefined ? { phone } : { email }),
          ...(name?.trim() ? { name: name.trim() } : {}),
          ...(locale?.trim() ? { locale: locale.trim() } : {}),
          ...(roles.value.length ? { roleIds: roles.value.map(({ value }) => value) } : {}),
          ...(expires === 'default' ? {} : { expiresInSeconds: Number(expires) }),
        })}
        touches={['adminUsers']}
        codes={{ TENANT_ID_REQUIRED: { field: 'tenantId', text: shared('chooseTenant') } }}
        submit={shared('inviteSubmit')}
        onDone={({ invitation }) => {
          onClose();
          toast(shared('invited', { name: invitation.name ?? invitation.email ?? invitation.phone ?? '' }));
        }}
      >
        <TenantField value={tenantId} />
        <Select
          name="channel"
          label={shared('inviteTo')}
          options={[
            ['email', shared('toEmail')],
            ['phone', shared('toPhone')],
          ]}
          value={channel.value}
          onChange={(value) => {
            channel.value = value as keyof typeof ADDRESS_FIELDS;
          }}
        />
        {ADDRESS_FIELDS[channel.value]()}
        <Field name="name" label={common('name')} maxLength={120} isOptional />
        <RolesField tenantId={tenantId.value} chosen={roles} />
        <Select
          name="expires"
          label={shared('expires')}
          options={EXPIRES.map((each) => [each, shared(`expires-${each}`)])}
        />
        <texts.Input name="locale" />
      </Form>
    </Dialog>
  );
}
