// Creates a role, and shows it.
import { common, Dialog, Field, Form, isOfDeployment, navigate, Select, toast } from '../../kit.ts';
import { shownTenant, useTenants } from '../access/tenants.tsx';
import { shared } from '../access/words.ts';
import { say } from './words.ts';

/** The choice of a role of all tenants: an empty value would not be one. */
const ALL = 'all';

export function Create({ onClose }: { onClose: () => void }) {
  const tenants = useTenants();
  const choices = tenants?.map(({ value, title }) => [value, title] as const) ?? [];
  return (
    <Dialog title={say('create')} lead={say('createLead')} onClose={onClose}>
      {tenants && (
        <Form
          operation="adminRoles.create"
          input={({ name, guard, tenantId }) => ({ name, guard, tenantId: tenantId === ALL ? null : tenantId })}
          submit={common('create')}
          touches={['adminConsole']}
          onDone={({ role: { id, name, tenantId } }) => {
            navigate(`roles/${id}`, { tenantId }, true);
            toast(say('created', { name }));
          }}
        >
          <Field name="name" label={common('name')} maxLength={120} isFocused />
          <Select
            name="tenantId"
            label={common('tenant')}
            hint={say('tenantHint')}
            // "All tenants" is for those who may change roles of all of them.
            options={isOfDeployment() ? [[ALL, shared('allTenants')], ...choices] : choices}
            value={shownTenant() ?? choices[0]?.[0]}
          />
          <Field name="guard" label={say('guard')} hint={say('guardHint')} value="web" maxLength={64} />
        </Form>
      )}
    </Dialog>
  );
}
