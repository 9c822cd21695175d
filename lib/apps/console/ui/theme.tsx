// Lets people choose light, dark or as their device has it. The choice is kept in this browser.
import { signal } from '@preact/signals';
import { optionsOf } from '../../kit/form.tsx';
import { inBrowser } from '../../kit/storage.ts';
import { common } from '../words/index.ts';

const KEPT = 'gatehouse theme';
const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const theme = signal<Theme>(THEMES.find((each) => each === inBrowser.getItem(KEPT)) ?? 'auto');

/** Shows the theme that is kept, before anything is painted. */
export const applyTheme = (): void => {
  document.documentElement.dataset.theme = theme.value;
};

export function chooseTheme(next: Theme): void {
  theme.value = next;
  inBrowser.setItem(KEPT, next);
  applyTheme();
}

export const ThemeSwitch = () => (
  <label>
    <span class="unseen">{common('theme')}</span>
    <select value={theme.value} onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}>
      {optionsOf(
        THEMES.map((each) => [each, common(`theme-${each}`)]),
        theme.value,
      )}
    </select>
  </label>
);
