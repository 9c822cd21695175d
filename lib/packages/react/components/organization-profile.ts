// The organization of the user, for those whose roles let them manage it.
import { createElement as h, type ReactElement, useEffect } from 'react';
import type { GivableRole } from '../../client/index.ts';
import { isRedirecting, useAuth } from '../auth.ts';
import { useOrganization } from '../organization.ts';
import { useDestinations } from './destinations.ts';
import { Invitations } from './profile-invitations.ts';
import { Members } from './profile-members.ts';
import { button, List } from './profile-parts.ts';
import { PROFILE } from './profile-style.ts';
import { BASE, styledBy } from './style.ts';
import { useOrganizationWords } from './words/organization.ts';

const dressed = /* @__PURE__ */ styledBy(BASE, PROFILE);

/**
 * Shows members, invitations and roles, each to users whose roles allow it, and nothing to visitors. With a client of
 * `createRedirectClient`, shows the way to the hosted page.
 */
export function OrganizationProfile(): ReactElement | null {
  const { client, status, user, tenant, permissions } = useAuth();
  if (status !== 'signed-in') return null;
  if (isRedirecting(client)) {
    const mayManage = permissions.some((each) => each.startsWith('organization.'));
    return h(Elsewhere, { name: tenant?.name ?? '', mayManage });
  }
  // Another account starts anew: nothing of the organization before stays.
  return h(Profile, { key: user?.id, name: tenant?.name ?? '' });
}

/** The service closes what manages an organization to applications (docs/decisions/0109-users-manage-their-tenant.md). */
function Elsewhere({ name, mayManage }: { name: string; mayManage: boolean }): ReactElement {
  const say = useOrganizationWords();
  const { organization } = useDestinations();
  return h(
    'div',
    { className: 'gatehouse gatehouse-profile', ref: dressed },
    h('h2', { dir: 'auto' }, name),
    mayManage
      ? h(
          'div',
          null,
          button(say('manage'), () => location.assign(organization)),
        )
      : h('p', null, say('closed')),
  );
}

function Profile({ name }: { name: string }): ReactElement {
  const say = useOrganizationWords();
  const form = useOrganization();
  const { organization, roles, load, loadRoles } = form;
  const permissions: readonly string[] = organization?.permissions ?? [];
  const has = (...names: string[]): boolean => names.some((each) => permissions.includes(`organization.${each}`));
  const knowsRoles = has('roles', 'invite');
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    if (knowsRoles) void loadRoles();
  }, [knowsRoles, loadRoles]);
  return h(
    'div',
    { className: 'gatehouse gatehouse-profile', ref: dressed },
    h('h2', { dir: 'auto' }, organization?.name ?? name),
    organization ? null : h(List, { items: undefined, empty: '', form, load }),
    organization && !has('members', 'roles', 'invite') && h('p', null, say('closed')),
    has('members', 'roles') && h(Members, { permissions, roles: roles ?? [] }),
    has('invite') && h(Invitations, { roles: roles ?? [] }),
    knowsRoles &&
      h(
        'section',
        { 'aria-label': say('allRoles') },
        h('h3', null, say('allRoles')),
        h(List, { items: roles?.map(roleOf), empty: say('noRoles'), form, load: loadRoles }),
      ),
  );
}

function roleOf({ id, name, permissions }: GivableRole): ReactElement {
  return h(
    'li',
    { key: id },
    h(
      'div',
      { className: 'gatehouse-person' },
      h('span', { className: 'gatehouse-name', dir: 'auto' }, name),
      h('span', { className: 'gatehouse-quiet', dir: 'auto' }, permissions.join(', ')),
    ),
  );
}
