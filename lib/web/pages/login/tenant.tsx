// Asks for the organization, when neither the link nor the browser knows it.
import { useSignal } from '@preact/signals';
import { codeOf } from '../../../client/error.ts';
import { Field, Form } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';
import { chooseTenant, speakAsAsked } from './request.ts';

export function Tenant() {
  const unknown = useSignal('');
  return (
    <Page title={say('tenantTitle')}>
      <Form
        submit={say('next')}
        onSubmit={async ({ slug = '' }) => {
          unknown.value = '';
          const named = slug.trim().toLowerCase();
          await chooseTenant(named).catch((error: unknown) => {
            if (codeOf(error) !== 'TENANT_NOT_FOUND' && codeOf(error) !== 'INVALID_SLUG_FORMAT') throw error;
            unknown.value = named;
          });
          await speakAsAsked();
        }}
      >
        <Field
          name="slug"
          label={say('tenantLabel')}
          hint={say('tenantHint')}
          autocomplete="organization"
          maxLength={64}
          isFocused
        />
        {unknown.value && <Notice isWrong>{say('tenantUnknown', { slug: unknown.value })}</Notice>}
      </Form>
    </Page>
  );
}
