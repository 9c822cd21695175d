// Asks for the organization, when neither the link nor the browser knows it.
import { codeOf } from '../../../packages/client/error.ts';
import { Field, Form } from '../../kit/form.tsx';
import { WrongField } from '../../kit/voice.ts';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { chooseTenant, speakAsAsked, unknownSlug } from './request.ts';

export function Tenant() {
  return (
    <Page title={say('tenantTitle')} lead={unknownSlug && say('tenantUnknown', { slug: unknownSlug })}>
      <Form
        submit={say('next')}
        onSubmit={async ({ slug = '' }) => {
          const named = slug.trim().toLowerCase();
          await chooseTenant(named).catch((error: unknown) => {
            if (codeOf(error) !== 'TENANT_NOT_FOUND') throw error;
            throw new WrongField('slug', say('tenantUnknown', { slug: named }));
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
      </Form>
    </Page>
  );
}
