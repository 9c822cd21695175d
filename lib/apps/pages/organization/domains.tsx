// The domains of the organization: a person proves one by a record in the DNS, and says how people with an address there join.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Field, Form } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api, asError } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/domains.ts';
import { moment } from '../words/index.ts';
import { say as sayOfOrganization } from '../words/organization.ts';
import { Copied } from './copied.tsx';
import { changed, type Domain, type RowProps, refuse } from './domain-changes.ts';
import { JoinPolicy, titleOf } from './domain-join.tsx';
import { may, rolesToGive } from './own.ts';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';

const STATES = { pending: 'domainPending', verified: 'domainVerified', lost: 'domainLost' } as const;
const FINDINGS = { found: 'checkedFound', missing: 'checkedMissing', unreachable: 'checkedUnreachable' } as const;

export function Domains() {
  const isAdding = useSignal(false);
  const list = usePaged(async () => ({ items: (await api.organization.domains()).domains, next: null }));
  const roles = useListed(rolesToGive);
  const show = (domain: string, changed?: Domain): void => list.put((each) => each.domain === domain, changed);
  return (
    <Part
      title={sayOfOrganization('domains')}
      lead={say('domainsLead')}
      actions={
        <Action
          class=""
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {say('addDomain')}
        </Action>
      }
    >
      <List of={list} none={say('noDomains')}>
        {(domain) => (
          <Row key={domain.domain} of={domain} roles={roles.items.value ?? []} show={show} onStale={list.reread} />
        )}
      </List>
      <Problem error={roles.problem.value} />
      {isAdding.value && (
        <Add
          onDone={list.reread}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </Part>
  );
}

function Row(props: RowProps) {
  const { of: shown, roles, show } = props;
  const { domain, state, join, lastCheck, failures } = shown;
  const opened = useSignal<'join' | 'remove' | undefined>(undefined);
  const close = (): void => {
    opened.value = undefined;
  };
  const canChoose = may('organization.sso') || roles.length > 0 || join.policy !== 'invitation';
  return (
    <Item
      title={<bdi>{domain}</bdi>}
      badge={say(STATES[state])}
      note={
        <>
          {say('joinTitle')}: {titleOf(join, roles)}
        </>
      }
    >
      <div class="stack">
        {state === 'lost' && <p>{say('domainLostLead')}</p>}
        {state === 'verified' ? (
          <details>
            <summary>{say('recordShow')}</summary>
            <DnsRecord of={shown} hint={say('recordKeep')} />
          </details>
        ) : (
          <DnsRecord of={shown} hint={`${say('recordLead')} ${state === 'pending' ? say('recordWait') : ''}`} />
        )}
        <div class="tight">
          <div role="status">
            {lastCheck && <p>{say(FINDINGS[lastCheck.finding], { at: moment(lastCheck.at) })}</p>}
            {failures > 0 && <p>{say('domainFailing', { count: failures })}</p>}
          </div>
          <div class="doings">
            <Do act={() => check(props)} label={`${say('checkNow')}: ${domain}`}>
              {say('checkNow')}
            </Do>
            {canChoose && (
              <Action
                class="second"
                onClick={() => {
                  opened.value = 'join';
                }}
              >
                {say('joinTitle')}
                <span class="unseen">: {domain}</span>
              </Action>
            )}
            <Action
              class="danger"
              onClick={() => {
                opened.value = 'remove';
              }}
            >
              {say('domainRemove')}
              <span class="unseen">: {domain}</span>
            </Action>
          </div>
        </div>
      </div>
      {opened.value === 'join' && <JoinPolicy {...props} onClose={close} />}
      {opened.value === 'remove' && <Remove domain={domain} show={show} onClose={close} />}
    </Item>
  );
}

/** The name and the value to copy. */
const DnsRecord = ({ of: { domain, record }, hint }: { of: Domain; hint: string }) => (
  <div class="stack">
    <p class="hint">{hint}</p>
    <Copied title={say('recordName')} text={record.name} of={domain} />
    <Copied title={say('recordValue')} text={record.value} of={domain} />
  </div>
);

async function check(props: RowProps): Promise<void> {
  const { domain, state } = props.of;
  const found = await changed(props, () => api.organization.checkDomain({ domain }));
  if (!found) return;
  props.show(domain, found);
  if (found.state === 'verified' && state !== 'verified') said.value = say('domainIsVerified', { name: domain });
}

type RemoveProps = Pick<RowProps, 'show'> & { domain: string; onClose: () => void };

function Remove({ domain, show, onClose }: RemoveProps) {
  return (
    <Dialog title={say('domainRemoveTitle', { name: domain })} lead={say('domainRemoveLead')} onClose={onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            await proved(() => api.organization.removeDomain({ domain })).catch(unlessGone);
            onClose();
            show(domain);
            said.value = say('domainRemoved', { name: domain });
          }}
        >
          {say('remove')}
        </Do>
        <Action class="second" onClick={onClose}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}

/** A domain that another person has removed is removed. */
function unlessGone(error: unknown): void {
  if (asError(error).code !== 'DOMAIN_NOT_FOUND') throw error;
}

function Add({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  return (
    <Dialog title={say('addDomain')} onClose={onClose}>
      <Form
        submit={say('addDomain')}
        onSubmit={async ({ domain: typed = '' }) => {
          const { domain } = await proved(() => api.organization.addDomain({ domain: typed.trim() })).catch(refuse);
          onClose();
          await onDone();
          said.value = say('domainAdded', { name: domain.domain });
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        <Field
          name="domain"
          label={say('domainName')}
          hint={say('domainHint')}
          inputMode="url"
          maxLength={255}
          autocomplete="off"
          isFocused
        />
      </Form>
    </Dialog>
  );
}
