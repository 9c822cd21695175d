// Invites an admin.
import { useSignal } from '@preact/signals';
import { LANGUAGES } from '../../../../contract/fields/languages.ts';
import { common, Dialog, Field, Form, language, type Pick, Select, toast } from '../../kit.ts';
import { type Role, ScopeFields, sentScope } from './scope.tsx';
import { say } from './words.ts';

export function Invite({ onClose }: { onClose: () => void }) {
  // The role that can do the least harm with what it reads.
  const scope = {
    role: useSignal<Role>('support'),
    tenants: useSignal<readonly Pick[] | null>(null),
  };
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  return (
    <Dialog title={say('invite')} lead={say('inviteLead')} onClose={onClose}>
      <Form
        operation="adminConsole.inviteAdmin"
        input={({ email = '', name, locale }) => ({ email, name: name || undefined, locale, ...sentScope(scope) })}
        submit={say('inviteSubmit')}
        codes={{ ADMIN_INVITATION_EXISTS: { field: 'email' } }}
        onDone={({ invitation: { email } }) => {
          onClose();
          toast(say('invited', { email }));
        }}
      >
        <Field name="email" type="email" label={common('email')} maxLength={254} isFocused />
        <Field name="name" label={common('name')} hint={say('nameHint')} maxLength={120} isOptional />
        <ScopeFields {...scope} />
        <Select
          name="locale"
          label={say('language')}
          options={LANGUAGES.map((tag) => [tag, names.of(tag) ?? tag] as const)}
          value={language.value}
        />
      </Form>
    </Dialog>
  );
}
