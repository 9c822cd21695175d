// The API keys of a machine: those for one of its tenants at a time. A new one is shown once.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import {
  Asks,
  actionsColumn,
  Check,
  common,
  Dialog,
  Field,
  Form,
  may,
  Opens,
  Panel,
  type Pick,
  query,
  type ReplyOf,
  ShownOnce,
  Table,
  Time,
  toast,
  useRead,
} from '../../kit.ts';
import { MENU, PickFilter, picksOf, useTenants } from '../access/tenants.tsx';
import { CreateKey } from './create-key.tsx';
import type { Application } from './fields.tsx';
import { say } from './words.ts';

type Key = ReplyOf<'adminApplications.listKeys'>['data'][number];

/** The tenant that is chosen in the address, else the first of a few. */
function useTenant({ tenantIds }: Application): { tenants: readonly Pick[]; tenant: Pick | undefined } {
  const all = useTenants();
  const tenants = tenantIds ? picksOf(tenantIds, all) : (all ?? []);
  const chosen = tenants.find(({ value }) => value === query.value.get('tenantId'));
  return { tenants, tenant: chosen ?? (tenants.length <= MENU ? tenants[0] : undefined) };
}

export function ApiKeys({ application }: { application: Application }) {
  const { tenants, tenant } = useTenant(application);
  const made = useSignal('');
  const show = (text: string): void => {
    made.value = text;
  };
  const filters = (
    <PickFilter
      name="tenantId"
      label={common('tenant')}
      picks={tenants}
      value={tenant?.value}
      isRequired={tenants.length <= MENU}
    />
  );
  return (
    <Panel
      title={say('apiKeys')}
      lead={say('apiKeysLead')}
      actions={
        tenant &&
        may('own') && (
          <Opens text={say('createKey')}>
            {(close) => <CreateKey application={application} tenant={tenant} onMade={show} onClose={close} />}
          </Opens>
        )
      }
    >
      {tenant ? <List application={application} tenant={tenant} filters={filters} onMade={show} /> : filters}
      {made.value && (
        <ShownOnce
          title={say('newKey')}
          lead={say('newKeyLead')}
          text={made.value}
          copies={say('copyKey')}
          done={say('secretDone')}
          onClose={() => show('')}
        />
      )}
    </Panel>
  );
}

type ListProps = { application: Application; tenant: Pick; filters: ComponentChildren; onMade: (text: string) => void };

function List({ application, tenant, filters, onMade }: ListProps) {
  const input = { id: tenant.value, applicationId: application.id };
  const read = useRead('adminApplications.listKeys', input);
  return (
    <Table
      name="application-api-keys"
      caption={say('apiKeys')}
      read={read}
      filters={filters}
      call={{ operation: 'adminApplications.listKeys', input }}
      rows={read.data?.data}
      idOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: common('name'),
          cell: ({ name, secrets }) => (
            <>
              {name} <code class="hint">{secrets.map(({ hint }) => `…${hint}`).join(' ')}</code>
            </>
          ),
        },
        { key: 'scopes', title: say('scopes'), cell: ({ scopes }) => <code>{scopes.join(' ')}</code> },
        { key: 'networks', title: say('networks'), cell: ({ networks }) => networks.join(', ') || '–', isHidden: true },
        { key: 'created', title: common('created'), cell: ({ createdAt }) => <Time at={createdAt} />, isHidden: true },
        {
          key: 'lastUsed',
          title: say('lastUsed'),
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : '–'),
        },
        { key: 'ends', title: say('ends'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        ...actionsColumn(may('help'), (key: Key) => (
          <>
            {may('own') && <Rename of={key} />}
            {may('own') && <Rotate of={key} onMade={onMade} />}
            <Asks
              text={say('revoke')}
              label={`${say('revoke')}: ${key.name}`}
              class="plain"
              title={say('revokeKeyTitle', { name: key.name })}
              operation="adminApplications.revokeKey"
              input={{ id: key.id }}
              onDone={() => toast(say('keyRevoked', { name: key.name }))}
            >
              {say('revokeKeyLead')}
            </Asks>
          </>
        )),
      ]}
      none={[say('noKeys'), say('noKeysLead')]}
    />
  );
}

function Rename({ of: { id, name } }: { of: Key }) {
  return (
    <Opens text={say('rename')} label={`${say('rename')}: ${name}`} class="plain">
      {(close) => (
        <Dialog title={say('renameTitle', { name })} onClose={close}>
          <Form
            operation="adminApplications.renameKey"
            input={({ name: next = '' }) => ({ id, name: next })}
            submit={say('rename')}
            onDone={({ apiKey }) => {
              close();
              toast(say('renamed', { name: apiKey.name }));
            }}
          >
            <Field name="name" label={common('name')} value={name} maxLength={120} isFocused />
          </Form>
        </Dialog>
      )}
    </Opens>
  );
}

/** While two secrets live, a new one ends both: the service makes no third. */
function Rotate({ of: { id, name, secrets }, onMade }: { of: Key; onMade: (text: string) => void }) {
  const hasTwo = secrets.length > 1;
  return (
    <Opens text={say('rotate')} label={`${say('rotate')}: ${name}`} class="plain">
      {(close) => (
        <Dialog title={say('rotateTitle', { name })} lead={say(hasTwo ? 'rotateBoth' : 'rotateLead')} onClose={close}>
          <Form
            operation="adminApplications.rotateKey"
            input={({ now }) => ({ id, ...((hasTwo || now) && { overlapHours: 0 }) })}
            submit={say('rotate')}
            onDone={({ key }) => {
              close();
              onMade(key);
            }}
          >
            {!hasTwo && <Check name="now" label={say('rotateNow')} />}
          </Form>
        </Dialog>
      )}
    </Opens>
  );
}
