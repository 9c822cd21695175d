// The list of admins.
import { Badge, type Column, common, me, type ReplyOf, setQuery } from '../../kit.ts';
import { Tenants } from '../access/tenants.tsx';
import { say } from './words.ts';

export type Admin = ReplyOf<'adminConsole.listAdmins'>['data'][number];

/** Whether the admin may do everything. One such admin always remains. */
export const isOwner = ({ role, tenants }: Admin): boolean => role === 'owner' && !tenants;

/** Whether a password alone does not sign the admin in. */
const isProtected = ({ isMfaEnabled, hasPasskey }: Admin): boolean => isMfaEnabled || hasPasskey;

/** The columns of the list. */
export const COLUMNS = (): readonly Column<Admin>[] => [
  {
    key: 'email',
    title: common('email'),
    cell: ({ id, email }) => (
      <>
        <button
          type="button"
          class="plain as-text"
          aria-label={`${say('open')}: ${email}`}
          onClick={() => setQuery({ admin: id })}
        >
          {email}
        </button>{' '}
        {id === me.value?.id && <Badge>{say('you')}</Badge>}
      </>
    ),
    text: ({ email }) => email,
  },
  { key: 'name', title: common('name'), text: ({ name }) => name },
  {
    key: 'role',
    title: common('role'),
    cell: ({ role }) => common(`role-${role}`),
    text: ({ role }) => role,
  },
  {
    key: 'reach',
    title: say('reach'),
    cell: ({ tenants }) => (tenants ? <Tenants ids={tenants} /> : say('reach-all')),
    text: ({ tenants }) => tenants?.join(' '),
  },
  {
    key: 'factor',
    title: say('secondFactor'),
    cell: (admin) => (
      <Badge tone={isProtected(admin) ? 'good' : undefined}>{say(isProtected(admin) ? 'on' : 'off')}</Badge>
    ),
    text: (admin) => String(isProtected(admin)),
  },
  {
    key: 'login',
    title: say('lastLogin'),
    text: ({ lastLoginAt }) => lastLoginAt,
    as: 'time',
  },
  {
    key: 'created',
    title: common('created'),
    text: ({ createdAt }) => createdAt,
    as: 'time',
    isHidden: true,
  },
];
