// The roles that members can have, and what each lets them do. Those who run the service define them.
import { Item } from '../../kit/panel.tsx';
import { api } from '../ui/api.ts';
import { type OrganizationWord, say } from '../words/organization.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import type { Permission } from './own.ts';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';

/** What the permissions of this service let people do. Those of the application have their names. */
const MEANINGS: Readonly<Record<Permission, OrganizationWord>> = {
  'organization.members': 'mayMembers',
  'organization.invite': 'mayInvite',
  'organization.roles': 'mayRoles',
  'organization.audit': 'mayAudit',
  'organization.sso': 'maySso',
  'organization.domains': 'mayDomains',
  'organization.applications': 'mayApplications',
};
const meaningOf = (permission: string): string =>
  Object.hasOwn(MEANINGS, permission) ? say(MEANINGS[permission as Permission]) : permission;

export function Roles() {
  const list = usePaged(async () => ({ items: (await api.organization.roles()).roles, next: null }));
  return (
    <Part title={say('roles')} lead={say('rolesLead')}>
      <List of={list} none={say('noRoles')}>
        {({ id, name, isActive, permissions, mayGive }) => (
          <Item
            key={id}
            title={<bdi>{name}</bdi>}
            badge={mayGive ? say('mayGive') : undefined}
            note={
              <>
                <bdi class="fact">{permissions.map(meaningOf).join(' · ') || say('noPermissions')}</bdi>
                {!isActive && <span class="fact">{say('roleOff')}</span>}
                {!mayGive && <span class="fact">{say('roleBeyond')}</span>}
              </>
            }
          />
        )}
      </List>
    </Part>
  );
}
