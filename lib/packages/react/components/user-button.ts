// The button of the user, with the menu of their account.
import { createElement as h, type ReactElement } from 'react';
import { markOf, nameOf, useAccountMenu } from './accounts.ts';
import { Menu, type MenuGroup } from './menu.ts';
import { Waiting } from './waiting.ts';

/** The properties of `UserButton`. */
export type UserButtonProps = {
  /** The edge of the button at which the menu is. Default: `end`. */
  align?: 'start' | 'end';
};

/** Shows who is signed in, and nothing to visitors: the account page, other accounts of the browser, sign out. */
export function UserButton({ align = 'end' }: UserButtonProps): ReactElement | null {
  const menu = useAccountMenu();
  const { status, user, name, tenant, say } = menu;
  if (status === 'loading') return h(Waiting, { shape: '' });
  if (status !== 'signed-in') return null;
  const groups: MenuGroup[] = [
    { key: 'own', items: [{ key: 'account', label: say('account'), href: menu.account }] },
    {
      key: 'others',
      heading: say('others'),
      items: menu.accounts
        .filter(({ isActive }) => !isActive)
        .map((account) => ({
          key: account.accountId,
          label: nameOf(account),
          detail: menu.tenantNameOf(account),
          onSelect: menu.choose(account),
        })),
    },
    {
      key: 'end',
      items: [
        menu.another('another', say('anotherAccount')),
        { key: 'sign-out', label: say('signOut'), onSelect: () => menu.attempt(menu.logout) },
      ],
    },
  ];
  const details = [...new Set([user?.email ?? user?.phone, tenant?.name])].filter((each) => each && each !== name);
  return h(Menu, {
    label: say('userMenu', { name }),
    opener: markOf(name),
    isRound: true,
    align,
    header: h(
      'div',
      { className: 'gatehouse-header' },
      markOf(name),
      h(
        'div',
        { className: 'gatehouse-text' },
        h('span', { className: 'gatehouse-name', dir: 'auto' }, name),
        details.map((each) => h('span', { key: each, className: 'gatehouse-quiet', dir: 'auto' }, each)),
      ),
    ),
    groups,
    problem: menu.problem,
    onOpen: menu.onOpen,
  });
}
