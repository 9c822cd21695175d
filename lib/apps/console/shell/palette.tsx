// The command palette (Ctrl K): screens, what the shown screen adds (core/commands.ts), and what the console can do.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useName } from '../../kit/name.ts';
import { toastProblem } from '../../kit/toast.tsx';
import { lastChange } from '../core/call.ts';
import { asCurl, asTypeScript } from '../core/code.ts';
import { type Command, commandsOfScreen } from '../core/commands.ts';
import { may } from '../core/duties.ts';
import { navigate } from '../core/router.ts';
import { me, mustEnrol, signOut } from '../core/session.ts';
import { copy } from '../ui/code.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { chooseTheme } from '../ui/theme.tsx';
import { choose, common, LANGUAGES } from '../words/index.ts';
import { isOffered, ROUTES } from './routes.ts';

const isOpen = signal(false);
export const openPalette = (): void => {
  isOpen.value = true;
};

function commands(typed: string): Command[] {
  const screens = ROUTES.filter((route) => !route.path.includes(':') && isOffered(route)).map(({ path, title }) => ({
    title: common(title),
    hint: common('goTo'),
    run: () => navigate(path),
  }));
  const change = lastChange.value;
  const all: Command[] = [
    ...commandsOfScreen(),
    ...screens,
    ...(change
      ? [
          { title: common('copyLastCurl'), hint: change.operation, run: () => copy(asCurl(change)) },
          { title: common('copyLastTypeScript'), hint: change.operation, run: () => copy(asTypeScript(change)) },
        ]
      : []),
    ...(['light', 'dark', 'auto'] as const).map((theme) => ({
      title: `${common('theme')}: ${common(`theme-${theme}`)}`,
      run: () => chooseTheme(theme),
    })),
    ...Object.entries(LANGUAGES).map(([tag, name]) => ({
      title: `${common('language')}: ${name}`,
      run: () => choose(tag),
    })),
    { title: common('signOut'), run: () => signOut().catch(toastProblem) },
  ];
  const parts = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ title, hint = '' }) =>
    parts.every((part) => `${title} ${hint}`.toLocaleLowerCase().includes(part)),
  );
  // The text may be the name or the address of a user, too.
  if (typed.trim() && may('readUsers') && !mustEnrol.value)
    found.push({
      title: common('findUser', { text: typed.trim() }),
      run: () => navigate('users', { search: typed.trim() }),
    });
  return found;
}

/** Opens by Ctrl K or Cmd K, while someone is signed in. */
export function Palette() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      isOpen.value = !!me.value && !isOpen.value;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen.value && me.value ? <Commands /> : null;
}

export const closePalette = (): void => {
  isOpen.value = false;
};

function Commands() {
  const id = useName();
  const typed = useSignal('');
  const at = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const all = commands(typed.value);
  const index = Math.min(at.value, all.length - 1);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    closePalette();
    void command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length) {
      event.preventDefault();
      at.value = (index + step + all.length) % all.length;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(all[index]);
    }
  };
  return (
    <Dialog title={common('palette')} onClose={closePalette}>
      <input
        // A dialog gives it the focus when it opens, before the next key.
        {...{ autofocus: true }}
        type="text"
        role="combobox"
        class="search"
        autocomplete="off"
        autoCapitalize="none"
        spellcheck={false}
        aria-label={common('paletteLabel')}
        placeholder={common('paletteLabel')}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={all[index] ? `${id}-${index}` : undefined}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={common('palette')} class="options palette" ref={list}>
        {all.map((command, each) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={`${command.title} ${command.hint}`}
            id={`${id}-${each}`}
            role="option"
            aria-selected={each === index}
            class="option"
            onClick={() => run(command)}
          >
            {command.title}
            {command.hint && <span class="hint"> {command.hint}</span>}
          </div>
        ))}
      </div>
      {!all.length && <p class="hint">{common('nothingFound')}</p>}
    </Dialog>
  );
}
