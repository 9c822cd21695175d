// The open invitations of the organization.
import { type FormEvent, createElement as h, type ReactElement, useEffect, useState } from 'react';
import type { GivableRole, MemberInvitation } from '../../client/index.ts';
import { useInvitations } from '../organization.ts';
import { nameOf } from './accounts.ts';
import { useLanguage } from './language.ts';
import { button, chosenRoles, List, RoleChoice } from './profile-parts.ts';
import { useOrganizationWords } from './words/organization.ts';

const PENDING = { status: 'pending' } as const;

/** Invites people, and lists those who have not come yet. */
export function Invitations({ roles }: { roles: readonly GivableRole[] }): ReactElement {
  const say = useOrganizationWords();
  const language = useLanguage();
  const list = useInvitations();
  const [note, setNote] = useState('');
  const { load } = list;
  useEffect(() => {
    void load(PENDING);
  }, [load]);
  const dateOf = (iso: string): string =>
    new Intl.DateTimeFormat(language || undefined, { dateStyle: 'medium' }).format(new Date(iso));
  const isBusy = list.status === 'submitting';

  const invite = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setNote('');
    const email = String(new FormData(form).get('email'));
    if (!(await list.invite({ email, roleIds: chosenRoles(form) }))) return;
    form.reset();
    setNote(say('invited', { name: email }));
  };
  const itemOf = (invitation: MemberInvitation): ReactElement => {
    const { id, email, phone, expiresAt } = invitation;
    const name = nameOf(invitation);
    const given = roles.filter((role) => invitation.roleIds.includes(role.id)).map((role) => role.name);
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
          email && email !== name && h('span', { className: 'gatehouse-quiet', dir: 'auto' }, email ?? phone),
          h(
            'span',
            { className: 'gatehouse-quiet' },
            [given.join(', '), say('expires', { date: dateOf(expiresAt) })].filter(Boolean).join(' · '),
          ),
        ),
        button(say('resend'), async () => setNote((await list.resend({ id })) ? say('resent', { name }) : ''), {
          'aria-label': `${say('resend')}: ${name}`,
          disabled: isBusy,
        }),
        button(say('revoke'), () => list.revoke({ id }), {
          'aria-label': `${say('revoke')}: ${name}`,
          disabled: isBusy,
        }),
      ),
    );
  };

  return h(
    'section',
    { 'aria-label': say('invitations') },
    h('h3', null, say('invitations')),
    h(
      'form',
      { onSubmit: invite },
      h(
        'label',
        { className: 'gatehouse-field' },
        h('span', null, say('email')),
        h('input', { type: 'email', name: 'email', required: true, maxLength: 254, autoComplete: 'off' }),
      ),
      h(RoleChoice, { roles, chosen: [] }),
      h('div', null, button(say('invite'), undefined, { kind: 'gatehouse-primary', disabled: isBusy })),
    ),
    h('p', { role: 'status', className: 'gatehouse-note' }, note),
    h(List, {
      items: list.invitations?.map(itemOf),
      empty: say('noInvitations'),
      form: list,
      load: () => load(PENDING),
      more: list.hasMore ? list.loadMore : undefined,
    }),
  );
}
