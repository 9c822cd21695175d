// A button that opens a menu (a popover): <Menu label={common('more')} icon="more" items={[{ title, run }]} />.
// Escape and a click elsewhere close it; arrows move; the focus returns to the button.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../kit/icons.tsx';
import { useName } from '../../kit/name.ts';

export type MenuItem = { title: string; run: () => unknown; isDangerous?: boolean; isChecked?: boolean };

type MenuProps = {
  /** The name of the button. It is shown unless there is an icon. */
  label: string;
  icon?: IconName;
  items: readonly MenuItem[];
  class?: string;
  children?: ComponentChildren;
};

/** Places the menu below its button, within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { bottom, top, right } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const y = bottom + height + 8 > innerHeight && top > height ? top - height - 4 : bottom + 4;
  menu.style.setProperty('inset-block-start', `${y}px`);
  menu.style.setProperty('inset-inline-start', `${Math.max(8, Math.min(right - width, innerWidth - width - 8))}px`);
}

const roleOf = (isChecked: boolean | undefined): object =>
  isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': isChecked };

export function Menu({ label, icon, items, class: name = 'second', children }: MenuProps) {
  const id = useName();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const all = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  return (
    <>
      <button
        type="button"
        class={icon && !children ? `${name} icon-button` : name}
        ref={button}
        aria-label={children || icon ? label : undefined}
        title={icon ? label : undefined}
        aria-haspopup="menu"
        {...({ popovertarget: id } as object)}
      >
        {icon && <Icon name={icon} />}
        {children ?? (icon ? null : label)}
      </button>
      <div
        id={id}
        popover="auto"
        class="menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        ref={menu}
        onKeyDown={move}
        onToggle={(event) => {
          if ((event as unknown as ToggleEvent).newState !== 'open' || !button.current || !menu.current) return;
          place(menu.current, button.current);
          menu.current.querySelector('button')?.focus();
        }}
      >
        {items.map(({ title, run, isDangerous, isChecked }) => (
          <button
            key={title}
            type="button"
            {...roleOf(isChecked)}
            class={isDangerous ? 'menu-item wrong' : 'menu-item'}
            onClick={() => {
              if (isChecked === undefined) menu.current?.hidePopover();
              void run();
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
