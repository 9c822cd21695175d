// The menu of the organizations in which the user is signed in in this browser.
import { createElement as h, type ReactElement } from 'react';
import { markOf, nameOf, useAccountMenu } from './accounts.ts';
import { Menu, type MenuGroup } from './menu.ts';
import { Waiting } from './waiting.ts';

/** The properties of `OrganizationSwitcher`. */
export type OrganizationSwitcherProps = {
  /** The edge of the button at which the menu is. Default: `start`. */
  align?: 'start' | 'end';
};

/** Shows the organization of the session, and nothing to visitors. Switches to the accounts of the browser in others. */
export function OrganizationSwitcher({ align = 'start' }: OrganizationSwitcherProps): ReactElement | null {
  const menu = useAccountMenu();
  const { status, tenant, permissions, say } = menu;
  if (status === 'loading') return h(Waiting, { shape: 'gatehouse-square' });
  if (status !== 'signed-in' || !tenant) return null;
  const groups: MenuGroup[] = [
    {
      key: 'organizations',
      heading: say('organizations'),
      items: menu.accounts.map((account) => ({
        // The one that is shown before the others are loaded keeps the focus.
        key: account.isActive ? 'current' : account.accountId,
        label: menu.tenantNameOf(account) || nameOf(account),
        detail: nameOf(account),
        isChecked: account.isActive,
        onSelect: menu.choose(account),
      })),
    },
    {
      key: 'more',
      items: [
        ...(permissions.some((each) => each.startsWith('organization.'))
          ? [{ key: 'manage', label: say('manage'), href: menu.organization }]
          : []),
        menu.another('another', say('anotherOrganization')),
      ],
    },
  ];
  return h(Menu, {
    label: say('organizationMenu', { name: tenant.name }),
    opener: [
      markOf(tenant.name, 'gatehouse-square'),
      h('span', { key: 'name', className: 'gatehouse-text' }, h('span', { dir: 'auto' }, tenant.name)),
    ],
    align,
    groups,
    problem: menu.problem,
    onOpen: menu.onOpen,
  });
}
