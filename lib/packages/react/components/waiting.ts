// Shows what menus show while the session is not known.
import { createElement as h, type ReactElement } from 'react';
import { useAuth } from '../auth.ts';
import { MENU } from './menu-style.ts';
import { BASE, styledBy } from './style.ts';
import { useMenuWords } from './words/menu.ts';

const dressed = /* @__PURE__ */ styledBy(BASE, MENU);

/** Keeps the place of the button while the session is looked up. If the service is not reached, a button tries again. */
export function Waiting({ shape }: { shape: string }): ReactElement {
  const { error, reload } = useAuth();
  const say = useMenuWords();
  const offline = say('offline');
  return h(
    'span',
    { className: 'gatehouse gatehouse-menu', ref: dressed },
    error
      ? h(
          'button',
          {
            type: 'button',
            className: 'gatehouse-opener gatehouse-round',
            title: offline,
            'aria-label': offline,
            onClick: reload,
          },
          h('span', { className: `gatehouse-avatar gatehouse-failed ${shape}`, 'data-initials': '!' }),
        )
      : h(
          'span',
          { className: 'gatehouse-opener gatehouse-round', 'aria-hidden': true },
          h('span', { className: `gatehouse-avatar gatehouse-waiting ${shape}` }),
        ),
  );
}
