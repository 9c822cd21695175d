// Invitations by status: sent again, revoked, and new ones with roles and an end.
import { useSignal } from '@preact/signals';
import {
  Act,
  Badge,
  ChoiceFilter,
  Confirm,
  CursorPager,
  common,
  EmptyState,
  every,
  Link,
  may,
  partOf,
  query,
  type ReplyOf,
  Screen,
  setQuery,
  Table,
  Time,
  toast,
  useCommands,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/invitations.ts';
import { shownTenant, TenantFilter, useTenants } from './access/tenants.tsx';
import { Invite } from './people/invite.tsx';
import { useRoles } from './people/roles.tsx';
import { shared } from './people/words.ts';

const say = partOf(en, async () => (await import('../words/de/invitations.ts')).de);

type Invitation = ReplyOf<'adminInvitations.list'>['data'][number];

const STATUSES = every<Invitation['status']>({ pending: 0, expired: 0, accepted: 0, revoked: 0 });
const TONES = { pending: undefined, expired: 'wrong', accepted: 'good', revoked: undefined } as const;
const LIMIT = '50';

const nameOf = ({ name, email, phone, id }: Invitation): string => name || email || phone || id;
/** The dialog is in the address. The list stays where it is. */
const show = (dialog: 'invite' | null): void =>
  setQuery({ do: dialog, cursor: query.value.get('cursor') }, { state: history.state });

export default function Invitations() {
  const status = STATUSES.find((each) => each === query.value.get('status'));
  const tenantId = shownTenant();
  const input = { limit: LIMIT, status, tenantId, cursor: query.value.get('cursor') ?? undefined };
  const read = useRead('adminInvitations.list', input);
  const tenants = useTenants();
  const roles = useRoles(tenantId);
  const revoking = useSignal<Invitation | undefined>(undefined);
  const mayInvite = may('operate');
  useCommands(mayInvite ? [{ title: shared('invite'), run: () => show('invite') }] : []);
  const rows = read.data?.data;
  const tenantOf = (each: Invitation): string =>
    tenants?.find(({ value }) => value === each.tenantId)?.title ?? each.tenantId;
  const rolesOf = ({ roleIds }: Invitation): string =>
    roleIds.map((id) => roles?.find((role) => role.id === id)?.name ?? id).join(', ');
  const invite = mayInvite && (
    <button type="button" onClick={() => show('invite')}>
      {shared('invite')}
    </button>
  );
  return (
    <Screen title={common('invitations')} lead={say('lead')} actions={invite}>
      <Table
        name="invitations"
        caption={common('invitations')}
        read={read}
        call={{ operation: 'adminInvitations.list', input }}
        rows={rows}
        idOf={({ id }) => id}
        filters={
          <>
            <ChoiceFilter
              name="status"
              label={say('status')}
              options={STATUSES.map((each) => [each, say(`status-${each}`)])}
            />
            <TenantFilter />
          </>
        }
        columns={[
          {
            key: 'person',
            title: say('person'),
            cell: ({ id, email, phone, name }) => (
              <span>
                <Link to={`users/${id}`}>{email ?? phone ?? id}</Link>
                {name && <span class="hint block">{name}</span>}
              </span>
            ),
            text: ({ email, phone, id }) => email ?? phone ?? id,
          },
          {
            key: 'status',
            title: say('status'),
            cell: (each) => <Badge tone={TONES[each.status]}>{say(`status-${each.status}`)}</Badge>,
            text: (each) => each.status,
          },
          {
            key: 'tenant',
            title: common('tenant'),
            cell: tenantOf,
            text: tenantOf,
          },
          {
            key: 'roles',
            title: say('roles'),
            cell: (each) => rolesOf(each) || '–',
            text: rolesOf,
          },
          {
            key: 'sent',
            title: say('sent'),
            cell: ({ sentAt, sends }) => (
              <span title={say.count('sent', sends)}>
                <Time at={sentAt} />
                {sends > 1 && ` (${sends})`}
              </span>
            ),
            text: ({ sentAt }) => sentAt,
          },
          {
            key: 'expires',
            title: say('expires'),
            cell: ({ expiresAt }) => <Time at={expiresAt} />,
            text: ({ expiresAt }) => expiresAt,
          },
          {
            key: 'closed',
            title: say('closed'),
            cell: ({ closedAt }) => <Time at={closedAt} />,
            isHidden: true,
          },
          {
            key: 'by',
            title: say('by'),
            cell: ({ invitedBy: { type, id } }) => (
              <>
                {say(`by-${type}`)} {type === 'user' ? <Link to={`users/${id}`}>{id}</Link> : <code>{id}</code>}
              </>
            ),
            isHidden: true,
          },
          ...(may('help')
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: (each: Invitation) =>
                    each.status === 'accepted' || (each.status === 'revoked' && !mayInvite) ? (
                      '–'
                    ) : (
                      <span class="doings">
                        <Act
                          operation="adminInvitations.resend"
                          input={{ id: each.id }}
                          duty="help"
                          touches={['adminUsers']}
                          class="plain"
                          label={`${say('resend')}: ${nameOf(each)}`}
                          onDone={() => toast(say('resent', { name: nameOf(each) }))}
                        >
                          {say('resend')}
                        </Act>
                        {mayInvite && each.status === 'pending' && (
                          <button
                            type="button"
                            class="plain"
                            aria-label={`${say('revoke')}: ${nameOf(each)}`}
                            onClick={() => {
                              revoking.value = each;
                            }}
                          >
                            {say('revoke')}
                          </button>
                        )}
                      </span>
                    ),
                },
              ]
            : []),
        ]}
        empty={
          status ? (
            <EmptyState title={say('noneFound')}>
              <p>{say('noneFoundLead')}</p>
              <button type="button" class="second" onClick={() => setQuery({ status: null })}>
                {say('showAll')}
              </button>
            </EmptyState>
          ) : (
            <EmptyState title={say('none')}>
              <p>{say('noneLead')}</p>
              {invite}
            </EmptyState>
          )
        }
      />
      <CursorPager next={read.data?.meta.nextCursor} />
      {mayInvite && query.value.get('do') === 'invite' && <Invite onClose={() => show(null)} />}
      {revoking.value && (
        <Confirm
          title={say('revokeTitle', { name: nameOf(revoking.value) })}
          operation="adminInvitations.revoke"
          input={{ id: revoking.value.id }}
          touches={['adminUsers']}
          submit={say('revoke')}
          onClose={() => {
            revoking.value = undefined;
          }}
          onDone={() => {
            if (revoking.value) toast(say('revoked', { name: nameOf(revoking.value) }));
          }}
        >
          {say('revokeLead')}
        </Confirm>
      )}
    </Screen>
  );
}
