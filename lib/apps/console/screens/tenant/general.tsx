// What a tenant is called and found by, and what the application knows of it.
import type { Tenant } from '../../../../packages/client/index.ts';
import {
  call,
  changed,
  common,
  Facts,
  Field,
  Form,
  type InputOf,
  isOfDeployment,
  may,
  metadataOf,
  number,
  Panel,
  TextArea,
  Time,
  toast,
  useRead,
  type Values,
} from '../../kit.ts';
import { texts } from './texts.ts';
import { type PartProps, say } from './words.ts';

type Fields = Omit<InputOf<'adminTenants.update'>, 'id' | 'settings'>;

/** Returns what the form changes. Fields that it does not have stay. */
const changes = (tenant: Tenant, values: Values): Fields =>
  changed(tenant, {
    ...texts.sent(values),
    name: values.name?.trim() ?? '',
    ...(values.slug !== undefined && { slug: values.slug.trim() }),
    ...(values.metadata !== undefined && { metadata: metadataOf(values.metadata) }),
  });

export function General({ tenant }: PartProps) {
  const { id, slug, name, metadata, createdAt, updatedAt } = tenant;
  const figures = useRead(
    'adminConsole.stats',
    tenant.settings.migration && may('readUsers') ? { tenantId: id } : undefined,
  );
  const { migratedUsers: moved, unmigratedUsers: left } = figures.data?.stats ?? {};
  const json = Object.keys(metadata).length ? JSON.stringify(metadata, null, 2) : '';
  const reserved: [string, string][] = [
    [say('slug'), slug],
    [common('metadata'), json || '–'],
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
              const names = Object.keys(changes(tenant, values)) as (keyof Tenant)[];
              const undo = Object.fromEntries(names.map((each) => [each, tenant[each]]));
              toast(common('saved'), { undo: () => call('adminTenants.update', { id, ...undo }) });
            }}
          >
            <Field key={name} name="name" label={common('name')} hint={say('nameHint')} maxLength={120} value={name} />
            {isOfDeployment() && (
              <Field key={slug} name="slug" label={say('slug')} hint={say('slugHint')} maxLength={63} value={slug} />
            )}
            {texts.names.map((each) => (
              <texts.Input key={`${each} ${tenant[each]}`} name={each} value={tenant[each]} />
            ))}
            {isOfDeployment() ? (
              <TextArea
                key={json}
                name="metadata"
                label={common('metadata')}
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
            <Facts
              of={[
                [common('name'), name],
                ...texts.names.map((each) => [texts.titleOf(each), tenant[each] ?? '–'] as const),
                ...reserved,
              ]}
            />
          </>
        )}
      </Panel>
      <Panel title={say('facts')}>
        <Facts
          of={[
            [common('id'), <code key="id">{id}</code>],
            [common('created'), <Time key="created" at={createdAt} />],
            [common('updated'), <Time key="updated" at={updatedAt} />],
            ...(moved === undefined ? [] : [[say('moved'), number(moved)] as const]),
            ...(left === undefined ? [] : [[say('left'), number(left)] as const]),
          ]}
        />
      </Panel>
    </div>
  );
}
