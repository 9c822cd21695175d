// The members of the organization.
import {
  type FormEvent,
  createElement as h,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { GivableRole, Member } from '../../client/index.ts';
import { useUser } from '../auth.ts';
import { useMembers } from '../organization.ts';
import { nameOf } from './accounts.ts';
import { button, chosenRoles, List, RoleChoice } from './profile-parts.ts';
import { useOrganizationWords } from './words/organization.ts';

type MembersProps = { permissions: readonly string[]; roles: readonly GivableRole[] };

/** Lists the members and searches them. Buttons are there for what the user may do with a member. */
export function Members({ permissions, roles }: MembersProps): ReactElement {
  const say = useOrganizationWords();
  const list = useMembers();
  const me = useUser();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<{ id: string; what: 'roles' | 'remove' }>();
  const { load } = list;
  useEffect(() => {
    void load();
  }, [load]);
  const reload = () => load(search ? { search } : {});
  const opener = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The focus goes back to the button that opened a form, or to the heading if its row is gone. */
  const close = (to: HTMLElement | null = opener.current): void => {
    setOpen(undefined);
    to?.focus();
  };
  /** A member with a role that the user could not give is for others to manage. */
  const mayManage = ({ id, roles: has }: Member): boolean =>
    id !== me?.id && has.every((role) => roles.some((each) => each.id === role.id && each.mayGive));

  const rolesForm = (member: Member): ReactElement =>
    h(
      'form',
      {
        'aria-label': say('changeRoles', { name: nameOf(member) }),
        onSubmit: async (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (await list.setRoles({ id: member.id, roleIds: chosenRoles(event.currentTarget) })) close();
        },
      },
      h(RoleChoice, { roles, chosen: member.roles.map(({ id }) => id) }),
      h(
        'div',
        { className: 'gatehouse-row' },
        button(say('save'), undefined, { kind: 'gatehouse-primary' }),
        button(say('cancel'), () => close()),
      ),
    );
  const remove = async ({ id }: Member): Promise<void> => {
    if (await list.remove({ id })) close(heading.current);
  };
  const question = (member: Member): ReactElement =>
    h(
      'div',
      { className: 'gatehouse-row', role: 'group', 'aria-label': say('remove') },
      h('span', null, say('sureRemove', { name: nameOf(member) })),
      button(say('remove'), () => remove(member), { kind: 'gatehouse-danger' }),
      button(say('cancel'), () => close()),
    );
  const itemOf = (member: Member): ReactElement => {
    const { id, isActive } = member;
    const name = nameOf(member);
    const isOpen = (what: string): boolean => open?.id === id && open.what === what;
    const toggle = (what: 'roles' | 'remove') => (event: MouseEvent<HTMLElement>) => {
      opener.current = event.currentTarget;
      setOpen(isOpen(what) ? undefined : { id, what });
    };
    const isMine = mayManage(member);
    return h(
      'li',
      { key: id },
      h(
        'div',
        { className: 'gatehouse-row' },
        h(
          'div',
          { className: 'gatehouse-person' },
          h('span', { className: 'gatehouse-name', dir: 'auto' }, name),
          member.email &&
            member.email !== name &&
            h('span', { className: 'gatehouse-quiet', dir: 'auto' }, member.email),
          h(
            'span',
            { className: 'gatehouse-quiet' },
            member.roles.map((role) => role.name).join(', ') || say('noRole'),
          ),
        ),
        id === me?.id && h('span', { className: 'gatehouse-badge' }, say('you')),
        !isActive && h('span', { className: 'gatehouse-badge' }, say('disabled')),
        isMine &&
          permissions.includes('organization.roles') &&
          button(say('roles'), toggle('roles'), {
            'aria-expanded': isOpen('roles'),
            'aria-label': `${say('roles')}: ${name}`,
          }),
        isMine &&
          permissions.includes('organization.members') && [
            button(say(isActive ? 'disable' : 'enable'), () => list.update({ id, isActive: !isActive }), {
              key: 'update',
              'aria-label': `${say(isActive ? 'disable' : 'enable')}: ${name}`,
            }),
            button(say('remove'), toggle('remove'), {
              key: 'remove',
              'aria-expanded': isOpen('remove'),
              'aria-label': `${say('remove')}: ${name}`,
            }),
          ],
      ),
      isOpen('roles') && rolesForm(member),
      isOpen('remove') && question(member),
    );
  };

  return h(
    'section',
    { 'aria-label': say('members') },
    h('h3', { ref: heading, tabIndex: -1 }, say('members')),
    h(
      'form',
      {
        role: 'search',
        onSubmit: (event: FormEvent) => {
          event.preventDefault();
          void reload();
        },
      },
      h('input', {
        type: 'search',
        placeholder: say('search'),
        'aria-label': say('search'),
        maxLength: 254,
        value: search,
        onInput: (event: FormEvent<HTMLInputElement>) => setSearch(event.currentTarget.value),
        onChange: () => {},
      }),
    ),
    h(List, {
      items: list.members?.map(itemOf),
      empty: say('noMembers'),
      form: list,
      load: reload,
      more: list.hasMore ? list.loadMore : undefined,
    }),
  );
}
