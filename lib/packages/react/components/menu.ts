// A button that opens a menu, for the mouse and the keyboard (ARIA Authoring Practices, "Menu Button").
import {
  createElement as h,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { MENU } from './menu-style.ts';
import { BASE, styledBy } from './style.ts';

export type MenuItem = {
  key: string;
  label: string;
  /** A second line. */
  detail?: string | undefined;
  /** For one of several that can be chosen: whether it is. */
  isChecked?: boolean;
  /** Where a link leads. */
  href?: string;
  /** Keeps the menu open if it resolves to `false`. */
  onSelect?: () => unknown;
};
export type MenuGroup = { key: string; heading?: string; items: readonly MenuItem[] };

export type MenuProps = {
  /** The name of the button and the menu. */
  label: string;
  /** The content of the button. */
  opener: ReactNode;
  isRound?: boolean;
  /** The edge of the button at which the menu is. */
  align: 'start' | 'end';
  /** Above the items. */
  header?: ReactNode;
  groups: readonly MenuGroup[];
  problem: string | undefined;
  onOpen: () => unknown;
};

const dressed = /* @__PURE__ */ styledBy(BASE, MENU);
const itemsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

/** The space that a panel keeps to the edges of the window, in pixels. */
const MARGIN = 8;

/** Moves a panel that would leave the window back into it. A policy that forbids inline styles allows this one. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return;
  panel.style.translate = '';
  const { left, right } = panel.getBoundingClientRect();
  const room = document.documentElement.clientWidth - MARGIN - right;
  const shift = room < 0 ? room : Math.max(0, MARGIN - left);
  if (shift) panel.style.translate = `${shift}px`;
}

/** Shows a button, and the menu while it is open. The focus is on an item then, and returns to the button. */
export function Menu({ label, opener, isRound, align, header, groups, problem, onOpen }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entry = useRef<'first' | 'last'>('first');
  const id = useId();

  const open = (at: 'first' | 'last'): void => {
    entry.current = at;
    setOpen(true);
    onOpen();
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    itemsIn(element)
      .at(entry.current === 'first' ? 0 : -1)
      ?.focus();
    // React's `onBlur` bubbles and that of Preact does not, so the events are the browser's.
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) setOpen(false);
    };
    const onPress = (event: Event): void => {
      if (!event.composedPath().includes(element)) setOpen(false);
    };
    const onResize = (): void => keepInside(element.querySelector<HTMLElement>('.gatehouse-panel'));
    element.addEventListener('focusout', onLeave);
    addEventListener('resize', onResize);
    document.addEventListener('pointerdown', onPress);
    return () => {
      element.removeEventListener('focusout', onLeave);
      removeEventListener('resize', onResize);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const to = (item: HTMLElement | undefined): void => {
      event.preventDefault();
      item?.focus();
    };
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      open(key === 'ArrowUp' ? 'last' : 'first');
      return;
    }
    const items = itemsIn(root.current);
    const at = items.findIndex((each) => each.matches(':focus'));
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'ArrowDown') to(items[(at + 1) % items.length]);
    else if (key === 'ArrowUp') to(items.at(at <= 0 ? -1 : at - 1));
    else if (key === 'Home') to(items[0]);
    else if (key === 'End') to(items.at(-1));
    else if (/^\S$/u.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      to(after.find((each) => each.textContent?.toLowerCase().startsWith(key.toLowerCase())));
    }
  };

  const itemOf = ({ key, label: text, detail, isChecked, href, onSelect }: MenuItem): ReactElement =>
    h(
      href ? 'a' : 'button',
      {
        key,
        className: 'gatehouse-item',
        role: isChecked === undefined ? 'menuitem' : 'menuitemradio',
        'aria-checked': isChecked,
        tabIndex: -1,
        ...(href ? { href } : { type: 'button' }),
        onClick: async () => {
          if (isChecked || (await onSelect?.()) !== false) close();
        },
      },
      h(
        'span',
        { className: 'gatehouse-text' },
        h('span', { dir: 'auto' }, text),
        detail && h('span', { className: 'gatehouse-quiet', dir: 'auto' }, detail),
      ),
    );

  const groupOf = ({ key, heading, items }: MenuGroup): ReactElement =>
    h(
      'div',
      { key, role: 'group', 'aria-label': heading },
      heading && h('div', { className: 'gatehouse-heading', 'aria-hidden': true }, heading),
      items.map(itemOf),
    );

  const setRoot = (element: HTMLElement | null): void => {
    root.current = element;
    dressed(element);
  };
  return h(
    'div',
    { className: 'gatehouse gatehouse-menu', ref: setRoot, onKeyDown },
    h(
      'button',
      {
        type: 'button',
        ref: button,
        className: `gatehouse-opener${isRound ? ' gatehouse-round' : ''}`,
        'aria-label': label,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => (isOpen ? close() : open('first')),
      },
      opener,
    ),
    isOpen &&
      h(
        'div',
        {
          className: `gatehouse-panel${align === 'end' ? ' gatehouse-end' : ''}`,
          ref: (panel: HTMLElement | null) => keepInside(panel),
        },
        header,
        h('p', { role: 'alert', className: 'gatehouse-wrong' }, problem),
        h('div', { id, role: 'menu', 'aria-label': label }, groups.filter(({ items }) => items.length).map(groupOf)),
      ),
  );
}
