// The form of an import: the file, what wrote it, and what becomes of accounts that are here.
import { useSignal } from '@preact/signals';
import { READERS, type SourceName, sourceNames } from '../../../../transfer/readers/index.ts';
import { firebaseParametersIn } from '../../../../transfer/readers/lines.ts';
import { Field, FileField, Panel, PlainForm, Select, TextArea, type Values, WrongField } from '../../kit.ts';
import { type Job, readBatches, type Settings } from './job.ts';
import { say } from './words.ts';

const MB = 1024 * 1024;
/** Larger files are for `npm run import`, which reads our own form line by line. */
const MOST_BYTES = 50 * MB;
/** Their hashes are good only with the parameters of a project of Firebase. SuperTokens may have some of them. */
const NEED_PARAMETERS: readonly SourceName[] = ['firebase', 'supertokens'];
const ON_EXISTING = ['skip', 'merge'] as const;

function parametersOf(text: string | undefined): Settings['options'] {
  if (!text?.trim()) return {};
  const firebase = firebaseParametersIn(text);
  if (typeof firebase === 'string') throw new WrongField('hashParameters', say('noParameter', { name: firebase }));
  return { firebase };
}

function rolesOf(text = ''): Settings['roles'] {
  const lines = text.split('\n').filter((line) => line.trim());
  return Object.fromEntries(
    lines.map((line): [string, string] => {
      const at = line.indexOf('=');
      const [theirs, ours] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      if (at < 0 || !theirs || !ours) throw new WrongField('roles', say('badRole', { line }));
      return [theirs, ours];
    }),
  );
}

type FileFormProps = {
  tenantId: string;
  /** Those of the file before, as they were typed. */
  typed: Values;
  onRead: (job: Job, typed: Values) => void;
};

export function FileForm({ tenantId, typed, onRead }: FileFormProps) {
  const file = useSignal<File | undefined>(undefined);
  const from = useSignal((typed.from ?? 'gatehouse') as SourceName);
  const read = async (values: Values): Promise<void> => {
    const given = file.value;
    if (!given) throw new WrongField('file', say('empty'));
    if (given.size > MOST_BYTES) throw new WrongField('file', say('tooLarge', { size: Math.ceil(given.size / MB) }));
    const settings: Settings = {
      from: from.value,
      source: values.source || from.value,
      onExisting: values.onExisting === 'merge' ? 'merge' : 'skip',
      roles: rolesOf(values.roles),
      options: parametersOf(values.hashParameters),
    };
    const batches = await readBatches(given, settings).catch(() => {
      throw new WrongField('file', say('unreadable'));
    });
    if (batches.length === 0) throw new WrongField('file', say('empty'));
    onRead({ ...settings, tenantId, name: given.name, batches }, values);
  };
  return (
    <Panel title={say('title')} lead={say('lead')}>
      <div class="narrow">
        <PlainForm send={read} submit={say('check')}>
          <Select
            name="from"
            label={say('from')}
            options={sourceNames.map((name) => [name, READERS[name].title])}
            value={from.value}
            onChange={(name) => {
              from.value = name as SourceName;
            }}
          />
          <FileField
            name="file"
            label={say('file')}
            hint={say('fileHint', { most: MOST_BYTES / MB })}
            onChoose={(chosen) => {
              file.value = chosen;
            }}
          />
          {NEED_PARAMETERS.includes(from.value) && (
            <TextArea
              name="hashParameters"
              label={say('hashParameters')}
              hint={say('hashParametersHint')}
              value={typed.hashParameters ?? ''}
              isOptional={from.value !== 'firebase'}
            />
          )}
          <Field
            name="source"
            label={say('source')}
            hint={say('sourceHint', { kind: from.value })}
            value={typed.source}
            pattern="[a-z0-9][a-z0-9\-]*"
            maxLength={32}
            isOptional
          />
          <Select
            name="onExisting"
            label={say('onExisting')}
            hint={say('onExistingHint')}
            options={ON_EXISTING.map((each) => [each, say(`onExisting-${each}`)])}
            value={typed.onExisting}
          />
          <TextArea
            name="roles"
            label={say('roles')}
            hint={say('rolesHint')}
            value={typed.roles ?? ''}
            rows={2}
            isOptional
          />
        </PlainForm>
      </div>
    </Panel>
  );
}
