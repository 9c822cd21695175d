// Creates a protected resource, and shows it.
import { common, Dialog, Field, Form, navigate, toast } from '../../kit.ts';
import { Fields, settingsOf, useChoices } from './fields.tsx';
import { say } from './words.ts';

export function Create({ onClose }: { onClose: () => void }) {
  const choices = useChoices();
  return (
    <Dialog title={say('create')} onClose={onClose}>
      <Form
        operation="adminProtectedResources.create"
        input={(values) => ({ uri: values.uri ?? '', name: values.name ?? '', ...settingsOf(values, choices) })}
        submit={common('create')}
        codes={{ PROTECTED_RESOURCE_EXISTS: { field: 'uri' } }}
        onDone={({ protectedResource: { id, name } }) => {
          navigate(`protected-resources/${id}`, {}, true);
          toast(say('created', { name }));
        }}
      >
        <Field name="name" label={common('name')} hint={say('nameHint')} maxLength={120} isFocused />
        <Field name="uri" type="url" label={say('uri')} hint={say('uriHint')} maxLength={512} />
        <Fields choices={choices} />
      </Form>
    </Dialog>
  );
}
