// What surrounds the screens: the navigation on the left, a menu on a phone, the palette, and messages.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../kit/icons.tsx';
import { toastProblem } from '../../kit/toast.tsx';
import { path } from '../core/router.ts';
import { me, signOut } from '../core/session.ts';
import { Link } from '../ui/link.tsx';
import { ThemeSwitch } from '../ui/theme.tsx';
import { common } from '../words/index.ts';
import { LanguageSwitch, Mark } from './card.tsx';
import { openPalette } from './palette.tsx';
import { isOffered, ROUTES, type Route } from './routes.ts';
import { Shown } from './shown.tsx';

const isMenuOpen = signal(false);
const closeMenu = (): void => {
  isMenuOpen.value = false;
};

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
        <ul key={group}>
          {routes.map((route) => (
            <li key={route.path}>
              <Link to={route.path} current={isCurrent(route)} onFollow={closeMenu}>
                {common(route.title)}
              </Link>
            </li>
          ))}
        </ul>
      );
    })}
  </>
);

export function Frame() {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && isMenuOpen.value) {
        closeMenu();
        document.querySelector<HTMLElement>('.menu-button')?.focus();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const who = me.value?.name ?? me.value?.email ?? '';
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
            isMenuOpen.value = !isMenuOpen.value;
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
        <div class="side-end">
          <Link to="security" class="who-am-i" current={path.value === 'security'} onFollow={closeMenu}>
            <span class="unseen">{common('security')}: </span>
            <span class="name">{who}</span>
            <span class="hint">{me.value && common(`role-${me.value.role}`)}</span>
          </Link>
          <div class="choices">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <button type="button" class="second" onClick={() => signOut().catch(toastProblem)}>
            {common('signOut')}
          </button>
        </div>
      </nav>
      <main id="content" class="content">
        <Shown />
      </main>
    </div>
  );
}
