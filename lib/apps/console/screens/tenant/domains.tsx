// The domains of a tenant: a record in the DNS proves one, and people with an address there join as the admin says.
import {
  Act,
  Asks,
  Badge,
  common,
  copy,
  Dialog,
  EmptyState,
  Facts,
  Field,
  Form,
  may,
  Opens,
  Panel,
  Problem,
  query,
  Skeleton,
  showDialog,
  Time,
  toast,
  useCommands,
  useRead,
} from '../../kit.ts';
import { useRoles } from '../people/roles.tsx';
import { Joining, joinTextOf, type TenantDomain } from './joining.tsx';
import { say } from './setup-words.ts';
import { type PartProps, say as sayOfTenant } from './words.ts';

const TONES = { pending: undefined, verified: 'good', lost: 'wrong' } as const;

/** The dialog is in the address: a link to it can be sent to another admin. */
const ADD = 'add-domain';

export function Domains({ tenant }: PartProps) {
  const { data, problem, reload } = useRead('adminTenants.domains', { id: tenant.id });
  const add = (): void => showDialog(ADD);
  useCommands(may('operate') ? [{ title: say('addDomain'), run: add }] : []);
  const addButton = may('operate') && (
    <button type="button" onClick={add}>
      {say('addDomain')}
    </button>
  );
  const domains = data?.domains;
  return (
    <>
      <Panel title={sayOfTenant('part-domains')} lead={say('domainsLead')} actions={!!domains?.length && addButton}>
        {!may('operate') && <p class="hint">{sayOfTenant('readOnly')}</p>}
        <Problem error={problem} retry={reload} />
        {!domains && !problem && <Skeleton />}
        {domains?.length === 0 && (
          <EmptyState title={say('noDomain')}>
            <p>{say('noDomainLead')}</p>
            {addButton}
          </EmptyState>
        )}
      </Panel>
      {domains?.map((each) => (
        <Domain key={each.domain} tenant={tenant} of={each} />
      ))}
      {may('operate') && query.value.get('do') === ADD && <Add id={tenant.id} />}
    </>
  );
}

type DomainProps = PartProps & { of: TenantDomain };

function Domain({ tenant, of: shown }: DomainProps) {
  const { domain, state, join, lastCheck, failures, verifiedAt } = shown;
  const roles = useRoles(tenant.id) ?? [];
  return (
    <Panel title={domain} actions={may('operate') && <Actions tenant={tenant} of={shown} />}>
      {state === 'lost' && <p class="notice wrong">{say('lost')}</p>}
      {failures > 0 && <p class="notice wrong">{say('failures', { count: failures })}</p>}
      <Facts
        of={[
          [
            common('status'),
            <Badge key="state" tone={TONES[state]}>
              {say(`state-${state}`)}
            </Badge>,
          ],
          ...(verifiedAt ? [[say('verifiedSince'), <Time key="verified" at={verifiedAt} />] as const] : []),
          [
            say('lastCheck'),
            lastCheck ? (
              <span key="check">
                <Time at={lastCheck.at} />: {say(`finding-${lastCheck.finding}`)}
              </span>
            ) : (
              say('notChecked')
            ),
          ],
          [say('joining'), joinTextOf(join, roles)],
        ]}
      />
      <DnsRecord of={shown} />
      {may('operate') && <Check id={tenant.id} domain={domain} />}
    </Panel>
  );
}

/** The toast says what was found, not the state: a check that a person asks for ends no verification. */
const Check = ({ id, domain }: { id: string; domain: string }) => (
  <div class="doings">
    <Act
      operation="adminTenants.checkDomain"
      input={{ id, domain }}
      label={`${say('check')}: ${domain}`}
      onDone={({ domain: { lastCheck } }) =>
        toast(
          lastCheck?.finding === 'found'
            ? say('isVerified', { name: domain })
            : say(`finding-${lastCheck?.finding ?? 'missing'}`),
        )
      }
    >
      {say('check')}
    </Act>
  </div>
);

function Actions({ tenant, of: shown }: DomainProps) {
  const { id } = tenant;
  const { domain } = shown;
  return (
    <>
      <Opens text={say('changeJoining')} label={`${say('changeJoining')}: ${domain}`}>
        {(close) => <Joining tenant={tenant} of={shown} onClose={close} />}
      </Opens>
      <Asks
        text={say('remove')}
        label={say('removeDomain', { name: domain })}
        class="danger"
        title={say('removeDomain', { name: domain })}
        submit={say('removeDomain', { name: domain })}
        operation="adminTenants.removeDomain"
        input={{ id, domain }}
        onDone={() => toast(say('domainRemoved', { name: domain }))}
      >
        {say('removeDomainWill', { name: domain })}
      </Asks>
    </>
  );
}

/** The record of a verified domain is only of use to those who compare it. */
function DnsRecord({ of: { domain, state, record, failures } }: { of: TenantDomain }) {
  const facts = (
    <Facts
      of={[
        [say('recordType'), <code key="type">{record.type}</code>],
        [say('recordName'), <Copied key="name" what={say('recordName')} of={domain} text={record.name} />],
        [say('recordValue'), <Copied key="value" what={say('recordValue')} of={domain} text={record.value} />],
      ]}
    />
  );
  if (state === 'verified')
    return (
      <details open={failures > 0}>
        <summary>{say('record')}</summary>
        <div class="stack">
          <p class="hint">{say('recordKept')}</p>
          {facts}
        </div>
      </details>
    );
  return (
    <div class="stack">
      <h3>{say('record')}</h3>
      <p class="hint">
        {say('recordLead')} {state === 'pending' && say('recordAwaited')}
      </p>
      {facts}
    </div>
  );
}

/** A text with the button that copies it. */
const Copied = ({ what, of, text }: { what: string; of: string; text: string }) => (
  <span class="doings">
    <code>{text}</code>
    <button
      type="button"
      class="second small"
      aria-label={say('copyOf', { what, name: of })}
      onClick={() => void copy(text)}
    >
      {common('copy')}
    </button>
  </span>
);

function Add({ id }: { id: string }) {
  const close = (): void => showDialog(null);
  return (
    <Dialog title={say('addDomain')} lead={say('addDomainLead')} onClose={close}>
      <Form
        operation="adminTenants.addDomain"
        input={({ domain = '' }) => ({ id, domain: domain.trim() })}
        submit={common('add')}
        codes={{
          DOMAIN_NOT_ALLOWED: { field: 'domain', text: say('domainRefused') },
          DOMAIN_ALREADY_EXISTS: { field: 'domain', text: say('domainTaken') },
          DOMAIN_LIMIT_REACHED: { field: 'domain', text: say('domainLimit') },
        }}
        onDone={({ domain: { domain } }) => {
          close();
          toast(say('domainAdded', { name: domain }));
        }}
      >
        <Field name="domain" label={say('domain')} hint={say('domainHint')} inputMode="url" maxLength={255} isFocused />
      </Form>
    </Dialog>
  );
}
