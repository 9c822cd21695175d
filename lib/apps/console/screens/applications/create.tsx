// Creates an application, and shows it.
import { useSignal } from '@preact/signals';
import { common, Dialog, every, Field, Form, navigate, Select, toast } from '../../kit.ts';
import { Fields, type Kind, settingsOf, useChoices } from './fields.tsx';
import { say } from './words.ts';

const KINDS = every<Kind>({ browser: 0, native: 0, server: 0, machine: 0 });

export function Create({ onClose }: { onClose: () => void }) {
  const kind = useSignal<Kind>('browser');
  const choices = useChoices();
  return (
    <Dialog title={say('create')} onClose={onClose}>
      <Form
        operation="adminApplications.create"
        input={(values) => ({ name: values.name ?? '', kind: kind.value, ...settingsOf(kind.value, values, choices) })}
        submit={common('create')}
        onDone={({ application: { id, name } }) => {
          navigate(`applications/${id}`, {}, true);
          toast(say('created', { name }));
        }}
      >
        <Field name="name" label={common('name')} hint={say('nameHint')} maxLength={120} isFocused />
        <Select
          name="kind"
          label={say('kind')}
          hint={`${say(`is-${kind.value}`)} ${say('kindHint')}`}
          options={KINDS.map((each) => [each, say(`kind-${each}`)] as const)}
          value={kind.value}
          onChange={(next) => {
            kind.value = next as Kind;
          }}
        />
        <Fields kind={kind.value} choices={choices} />
      </Form>
    </Dialog>
  );
}
