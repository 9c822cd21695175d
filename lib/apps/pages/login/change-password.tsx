// Requires a password of the person's own, after an administrator has set one.

import { useState } from 'preact/hooks';
import { Form } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Password } from '../ui/form.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { asAddress, identifier, proceed, replace, takePassword } from './flow.ts';
import { tenant } from './request.ts';

export function ChangePassword() {
  const [known] = useState(takePassword);
  return (
    <Page title={say('mustChangeTitle')} lead={say('mustChangeLead')}>
      <Form
        submit={say('setPassword')}
        onSubmit={async ({ currentPassword = known, newPassword = '' }) => {
          await api.authentication.changePassword({ currentPassword, newPassword });
          // The change has ended every session.
          const credentials = { ...asAddress(identifier.value), password: newPassword };
          await api.authentication.login({ tenantId: tenant.value?.id, credentials }).then(proceed, () => {
            replace({ name: 'password-set' });
          });
        }}
      >
        {!known && (
          <Password
            name="currentPassword"
            label={say('currentPassword')}
            autocomplete="current-password"
            maxLength={128}
            isFocused
          />
        )}
        <NewPassword of={tenant.value} isFocused={known !== ''} />
      </Form>
    </Page>
  );
}
