// The form of an application of the organization: a new one, or one that is changed.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../kit/dialog.tsx';
import { type Common, Field, Form, optionsOf, useField } from '../../../kit/form.tsx';
import { said } from '../../account/me.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/applications.ts';
import { type Application, KINDS, type Kind } from './changes.ts';

type Fields = { name: string; redirectUris?: string[]; postLogoutRedirectUris?: string[] };

type EditProps = {
  /** Absent: a new one. */
  of?: Application;
  /** `undefined`: it is gone. */
  onSave: (kind: Kind, fields: Fields) => Promise<Application | undefined>;
  onClose: () => void;
};

const linesOf = (text = ''): string[] => text.split(/\s+/).filter(Boolean);

export function Edit({ of: before, onSave, onClose }: EditProps) {
  const kind = useSignal<Kind>(before?.kind ?? 'server');
  const submit = before ? say('save') : say('appAdd');
  return (
    <Dialog title={before?.name ?? submit} onClose={onClose}>
      <Form
        submit={submit}
        onSubmit={async ({ name: typed = '', redirectUris, postLogoutRedirectUris }) => {
          const addresses = {
            redirectUris: linesOf(redirectUris),
            postLogoutRedirectUris: linesOf(postLogoutRedirectUris),
          };
          const fields = { name: typed.trim(), ...(kind.value !== 'machine' && addresses) };
          const saved = await onSave(kind.value, fields);
          onClose();
          if (saved) said.value = say('appSaved', { name: saved.name });
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        <Field
          name="name"
          label={say('appName')}
          hint={say('appNameHint')}
          value={before?.name ?? ''}
          maxLength={120}
          autocomplete="off"
          isFocused
        />
        {!before && (
          <KindChoice
            onChange={(chosen) => {
              kind.value = chosen;
            }}
          />
        )}
        {kind.value !== 'machine' && (
          <>
            <Lines name="redirectUris" label={say('appRedirects')} hint={say('appLines')} of={before?.redirectUris} />
            <Lines name="postLogoutRedirectUris" label={say('appLogouts')} of={before?.postLogoutRedirectUris} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function KindChoice({ onChange }: { onChange: (kind: Kind) => void }) {
  const { attributes, around } = useField({ name: 'kind', label: say('appKind'), hint: say('appKindHint') });
  return around(
    <select {...attributes} onChange={({ currentTarget }) => onChange(currentTarget.value as Kind)}>
      {optionsOf(Object.entries(KINDS).map(([each, word]) => [each, say(word)] as const))}
    </select>,
  );
}

/** Addresses, one on each line. */
function Lines({ of: lines = [], ...common }: Common & { of?: readonly string[] | undefined }) {
  const { attributes, around } = useField({ ...common, isOptional: true });
  return around(
    <textarea {...(attributes as object)} {...({ defaultValue: lines.join('\n') } as object)} rows={2} dir="ltr" />,
  );
}
