// What a tenant is called and found by, and what the application knows of it.
import type { Tenant } from '../../../../packages/client/index.ts';
import {
  call,
  common,
  Facts,
  Field,
  Form,
  type InputOf,
  isOfDeployment,
  may,
  Panel,
  TextArea,
  Time,
  toast,
  type Values,
  WrongField,
} from '../../kit.ts';
import { type PartProps, say } from './words.ts';

/** Returns the object that the text is. Throws unless it is one. */
function objectOf(text: string): Record<string, unknown> {
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WrongField('metadata', say('notJson'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongField('metadata', say('notJson'));
  return value as Record<string, unknown>;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Fields = Omit<InputOf<'adminTenants.update'>, 'id' | 'settings'>;

/** Returns what the form changes. Fields that it does not have stay. */
function changes(tenant: Tenant, { name, slug, description, metadata }: Values): Fields {
  const wanted: Fields = {
    name: name?.trim(),
    ...(description !== undefined && { description: description.trim() || null }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...(metadata !== undefined && { metadata: objectOf(metadata) as Tenant['metadata'] }),
  };
  const changed = Object.entries(wanted).filter(([field, value]) => !isSame(value, tenant[field as keyof Fields]));
  return Object.fromEntries(changed) as Fields;
}

export function General({ tenant }: PartProps) {
  const { id, slug, name, description, metadata, createdAt, updatedAt } = tenant;
  const json = Object.keys(metadata).length ? JSON.stringify(metadata, null, 2) : '';
  const reserved: [string, string][] = [
    [say('slug'), slug],
    [say('metadata'), json || '–'],
  ];
  return (
    <div class="two">
      <Panel title={say('part-general')}>
        {may('operate') ? (
          <Form
            operation="adminTenants.update"
            input={(values) => ({ id, ...changes(tenant, values) })}
            submit={common('save')}
            onDone={(_, values) => {
              const undo = { name, slug, description, metadata };
              const changed = Object.keys(changes(tenant, values)) as (keyof typeof undo)[];
              toast(common('saved'), {
                undo: () =>
                  call('adminTenants.update', { id, ...Object.fromEntries(changed.map((each) => [each, undo[each]])) }),
              });
            }}
          >
            <Field key={name} name="name" label={say('name')} hint={say('nameHint')} maxLength={120} value={name} />
            {isOfDeployment() && (
              <Field key={slug} name="slug" label={say('slug')} hint={say('slugHint')} maxLength={63} value={slug} />
            )}
            <Field
              key={`${description}`}
              name="description"
              label={say('description')}
              maxLength={1000}
              value={description ?? ''}
              isOptional
            />
            {isOfDeployment() ? (
              <TextArea
                key={json}
                name="metadata"
                label={say('metadata')}
                hint={say('metadataHint')}
                value={json}
                rows={Math.min(16, Math.max(4, json.split('\n').length))}
                isOptional
              />
            ) : (
              <>
                <Facts of={reserved} />
                <p class="hint">{say('reserved')}</p>
              </>
            )}
          </Form>
        ) : (
          <>
            <p class="hint">{say('readOnly')}</p>
            <Facts of={[[say('name'), name], [say('description'), description ?? '–'], ...reserved]} />
          </>
        )}
      </Panel>
      <Panel title={say('facts')}>
        <Facts
          of={[
            [say('id'), <code key="id">{id}</code>],
            [common('created'), <Time key="created" at={createdAt} />],
            [common('updated'), <Time key="updated" at={updatedAt} />],
          ]}
        />
      </Panel>
    </div>
  );
}
