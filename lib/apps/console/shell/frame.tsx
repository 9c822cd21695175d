// What surrounds the screens: the navigation on the left, a menu on a phone, the palette, and messages.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../kit/icons.tsx';
import { useName } from '../../kit/name.ts';
import { toastProblem } from '../../kit/toast.tsx';
import { path } from '../core/router.ts';
import { me, signOut } from '../core/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { ThemeSwitch } from '../ui/theme.tsx';
import { common } from '../words/index.ts';
import { LanguageSwitch, Mark } from './card.tsx';
import { openPalette } from './palette.tsx';
import { isOffered, ROUTES, type Route } from './routes.ts';
import { Shown } from './shown.tsx';

const isMenuOpen = signal(false);
/** On a phone the menu has the admin's own, which is open no longer than it. */
function closeMenu(): void {
  isMenuOpen.value = false;
  document.querySelector<HTMLElement>('.account-menu:popover-open')?.hidePopover();
}

/** `users` is current on `users/usr_1`, too. */
const isCurrent = (route: Route): boolean =>
  route.path ? path.value === route.path || path.value.startsWith(`${route.path}/`) : !path.value;

const GROUPS = ['main', 'access', 'settings'] as const;

const Navigation = () => (
  <>
    {GROUPS.map((group) => {
      const routes = ROUTES.filter((route) => route.nav === group && isOffered(route));
      if (!routes.length) return null;
      return (
        <div key={group}>
          {group !== 'main' && (
            <p class="group" id={`nav-${group}`}>
              {common(`nav-${group}`)}
            </p>
          )}
          <ul aria-labelledby={group === 'main' ? undefined : `nav-${group}`}>
            {routes.map((route) => (
              <li key={route.path}>
                <Link to={route.path} current={isCurrent(route)} onFollow={closeMenu}>
                  {route.icon && <Icon name={route.icon} />}
                  {common(route.title)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      );
    })}
  </>
);

/** Who is signed in, and what is theirs alone: their account, language, colours, and the way out. */
function Account() {
  const id = useName();
  const { name, email = '', role } = me.value ?? {};
  const who = name ?? email;
  return (
    <div class="side-end">
      <button type="button" class="plain who-am-i" {...({ popovertarget: id } as object)}>
        <Avatar of={who} />
        <span class="tight">
          <span class="unseen">{common('account')}: </span>
          <span class="name">{who}</span>
          <span class="hint">{role && common(`role-${role}`)}</span>
        </span>
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" class="menu account-menu">
        {name && <p class="hint">{email}</p>}
        <Link to="security" current={path.value === 'security'} onFollow={closeMenu}>
          {common('security')}
        </Link>
        <LanguageSwitch />
        <ThemeSwitch />
        <button
          type="button"
          class="second"
          onClick={() => {
            closeMenu();
            signOut().catch(toastProblem);
          }}
        >
          {common('signOut')}
        </button>
      </div>
    </div>
  );
}

export function Frame() {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      // A popover of the menu closes first.
      if (key === 'Escape' && isMenuOpen.value && !document.querySelector(':popover-open')) {
        closeMenu();
        document.querySelector<HTMLElement>('.menu-button')?.focus();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div class="console">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        {common('skip')}
      </button>
      <header class="top">
        <button
          type="button"
          class="plain icon-button menu-button"
          aria-label={common('menu')}
          aria-expanded={isMenuOpen.value}
          aria-controls="navigation"
          onClick={() => {
            if (isMenuOpen.value) closeMenu();
            else isMenuOpen.value = true;
          }}
        >
          <Icon name={isMenuOpen.value ? 'close' : 'menu'} />
        </button>
        <Link to="" class="home">
          <Mark />
          <span>Gatehouse</span>
        </Link>
        <button type="button" class="palette-button" onClick={openPalette}>
          <Icon name="search" />
          <span class="palette-text">{common('paletteLabel')}</span>
          <kbd>Ctrl K</kbd>
        </button>
      </header>
      <nav id="navigation" class={isMenuOpen.value ? 'side open' : 'side'} aria-label={common('navigation')}>
        <Navigation />
        <Account />
      </nav>
      <main id="content" class="content">
        <Shown />
      </main>
    </div>
  );
}
