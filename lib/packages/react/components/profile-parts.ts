// Parts of the organization's lists: their states, their problems, and the choice of roles.
import { createElement as h, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { ClientErrorCode, GivableRole } from '../../client/index.ts';
import type { Submission } from '../submission.ts';
import { useDestinations } from './destinations.ts';
import { type OrganizationWord, useOrganizationWords } from './words/organization.ts';

/** A code of an error -> its text. */
const PROBLEMS: Partial<Record<ClientErrorCode, OrganizationWord>> = {
  REAUTH_REQUIRED: 'reauth',
  FORBIDDEN: 'forbidden',
  MISSING_REQUIRED_PERMISSIONS: 'forbidden',
  USER_ALREADY_EXISTS: 'exists',
  EMAIL_DOMAIN_NOT_ALLOWED: 'domain',
  RATE_LIMITED: 'limited',
};

/** Returns a button. */
export const button = (
  text: ReactNode,
  onClick: ((event: MouseEvent<HTMLElement>) => unknown) | undefined,
  more: Record<string, unknown> = {},
) => {
  const { kind = '', ...rest } = more;
  return h(
    'button',
    { type: onClick ? 'button' : 'submit', className: `gatehouse-button ${kind}`, onClick, ...rest },
    text,
  );
};

/** Says what went wrong. A change that needs a recent login offers one. */
export function Problem({
  error,
  retry,
}: {
  error: Submission['error'];
  retry?: (() => unknown) | undefined;
}): ReactElement {
  const say = useOrganizationWords();
  const { leave } = useDestinations();
  return h(
    'div',
    { className: 'gatehouse-row gatehouse-note', role: 'alert' },
    error && h('span', { className: 'gatehouse-wrong' }, say(PROBLEMS[error.code] ?? 'failed')),
    error?.code === 'REAUTH_REQUIRED' && button(say('signInAgain'), () => leave({ prompt: 'login' })),
    error && retry && button(say('retry'), retry),
  );
}

type ListProps = {
  items: readonly ReactElement[] | undefined;
  empty: string;
  form: Submission;
  load: () => unknown;
  more?: (() => unknown) | undefined;
};

/** Shows a list: that it is loading, that it is empty, that it failed, or its items. */
export function List({ items, empty, form, load, more }: ListProps): ReactElement {
  const say = useOrganizationWords();
  const isBusy = form.status === 'submitting';
  return h(
    'div',
    { 'aria-busy': isBusy, className: 'gatehouse-list' },
    items && items.length > 0 && h('ul', null, items),
    items?.length === 0 && h('p', { className: 'gatehouse-quiet' }, empty),
    !items && !form.error && h('p', { role: 'status', className: 'gatehouse-quiet' }, say('loading')),
    h(Problem, { error: form.error, retry: items ? undefined : load }),
    more && h('div', null, button(say('more'), more, { disabled: isBusy })),
  );
}

/** Checkboxes for the roles that the user may give, in a form that reads them with `chosenRoles`. */
export function RoleChoice({
  roles,
  chosen,
}: {
  roles: readonly GivableRole[];
  chosen: readonly string[];
}): ReactElement | null {
  const say = useOrganizationWords();
  const givable = roles.filter(({ mayGive }) => mayGive);
  if (!givable.length) return null;
  return h(
    'fieldset',
    null,
    h('legend', null, say('roles')),
    givable.map(({ id, name }) =>
      h(
        'label',
        { key: id, className: 'gatehouse-choice' },
        h('input', { type: 'checkbox', name: 'role', value: id, defaultChecked: chosen.includes(id) }),
        name,
      ),
    ),
  );
}

/** Returns the ids of the roles that were chosen in a form. */
export const chosenRoles = (form: HTMLFormElement): string[] => new FormData(form).getAll('role').map(String);
