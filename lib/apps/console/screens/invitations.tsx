// Invitations by status: sent again, revoked, and new ones with roles and an end.
import {
  Act,
  Asks,
  actionsColumn,
  Badge,
  ChoiceFilter,
  CursorPager,
  common,
  every,
  Link,
  ListScreen,
  may,
  parameter,
  partOf,
  type ReplyOf,
  setQuery,
  showDialog,
  Time,
  toast,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/invitations.ts';
import { shownTenant, TenantFilter, useTenants } from './access/tenants.tsx';
import { Invite } from './people/invite.tsx';
import { useRoles } from './people/roles.tsx';
import { shared } from './people/words.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/invitations.ts`));

type Invitation = ReplyOf<'adminInvitations.list'>['data'][number];

const STATUSES = every<Invitation['status']>({ pending: 0, expired: 0, accepted: 0, revoked: 0 });
const TONES = { pending: undefined, expired: 'wrong', accepted: 'good', revoked: undefined } as const;
const LIMIT = '50';

const nameOf = ({ name, email, phone, id }: Invitation): string => name || email || phone || id;
export default function Invitations() {
  const status = STATUSES.find((each) => each === parameter('status'));
  const tenantId = shownTenant();
  const input = { limit: LIMIT, status, tenantId, cursor: parameter('cursor') };
  const read = useRead('adminInvitations.list', input);
  const tenants = useTenants();
  const roles = useRoles(tenantId);
  const mayInvite = may('operate');
  const tenantOf = (each: Invitation): string =>
    tenants?.find(({ value }) => value === each.tenantId)?.title ?? each.tenantId;
  const rolesOf = ({ roleIds }: Invitation): string =>
    roleIds.map((id) => roles?.find((role) => role.id === id)?.name ?? id).join(', ');
  return (
    <ListScreen
      name="invitations"
      title={common('invitations')}
      lead={say('lead')}
      operation="adminInvitations.list"
      input={input}
      read={read}
      rows={read.data?.data}
      pager={<CursorPager next={read.data?.meta.nextCursor} />}
      tasks={[
        { name: 'invite', title: shared('invite'), duty: 'operate', dialog: (close) => <Invite onClose={close} /> },
      ]}
      none={
        status
          ? [
              say('noneFound'),
              <>
                <p>{say('noneFoundLead')}</p>
                <button type="button" class="second" onClick={() => setQuery({ status: null })}>
                  {say('showAll')}
                </button>
              </>,
            ]
          : [
              say('none'),
              <>
                <p>{say('noneLead')}</p>
                {mayInvite && (
                  <button type="button" onClick={() => showDialog('invite')}>
                    {shared('invite')}
                  </button>
                )}
              </>,
            ]
      }
      filters={
        <>
          <ChoiceFilter
            name="status"
            label={common('status')}
            options={STATUSES.map((each) => [each, say(`status-${each}`)])}
          />
          <TenantFilter />
        </>
      }
      columns={[
        {
          key: 'person',
          title: say('person'),
          text: ({ email, phone, id }) => email ?? phone ?? id,
          cell: ({ id, email, phone, name }) => (
            <span>
              <Link to={`users/${id}`}>{email ?? phone ?? id}</Link>
              {name && <span class="hint block">{name}</span>}
            </span>
          ),
        },
        {
          key: 'status',
          title: common('status'),
          text: (each) => each.status,
          cell: (each) => <Badge tone={TONES[each.status]}>{say(`status-${each.status}`)}</Badge>,
        },
        { key: 'tenant', title: common('tenant'), text: tenantOf },
        { key: 'roles', title: say('roles'), text: rolesOf },
        {
          key: 'sent',
          title: say('sent'),
          text: ({ sentAt }) => sentAt,
          cell: ({ sentAt, sends }) => (
            <span title={say.count('sent', sends)}>
              <Time at={sentAt} />
              {sends > 1 && ` (${sends})`}
            </span>
          ),
        },
        { key: 'expires', title: say('expires'), text: ({ expiresAt }) => expiresAt, as: 'time' },
        { key: 'closed', title: say('closed'), cell: ({ closedAt }) => <Time at={closedAt} />, isHidden: true },
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
        ...actionsColumn(may('help'), (each: Invitation) =>
          each.status === 'accepted' || (each.status === 'revoked' && !mayInvite) ? (
            '–'
          ) : (
            <Actions of={each} mayRevoke={mayInvite && each.status === 'pending'} />
          ),
        ),
      ]}
    />
  );
}

const Actions = ({ of, mayRevoke }: { of: Invitation; mayRevoke: boolean }) => {
  const [{ id }, name] = [of, nameOf(of)];
  return (
    <span class="doings">
      <Act
        operation="adminInvitations.resend"
        input={{ id }}
        duty="help"
        touches={['adminUsers']}
        class="plain"
        label={`${say('resend')}: ${name}`}
        onDone={() => toast(say('resent', { name }))}
      >
        {say('resend')}
      </Act>
      {mayRevoke && (
        <Asks
          text={say('revoke')}
          label={`${say('revoke')}: ${name}`}
          class="plain"
          title={say('revokeTitle', { name })}
          operation="adminInvitations.revoke"
          input={{ id }}
          touches={['adminUsers']}
          onDone={() => toast(say('revoked', { name }))}
        >
          {say('revokeLead')}
        </Asks>
      )}
    </span>
  );
};
