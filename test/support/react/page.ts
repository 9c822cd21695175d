// Starts the page in the browser: takes over what the server rendered, or renders from nothing. Counts its renderings.
import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type Setup } from './view.ts';

const root = document.getElementById('root') as HTMLElement;
const setup: Setup = JSON.parse(document.getElementById('setup')?.textContent ?? '');
const seen: string[] = [];
const note = (): void => {
  const text = root.textContent ?? '';
  if (seen.at(-1) !== text) seen.push(text);
};
note();
new MutationObserver(note).observe(root, { childList: true, subtree: true, characterData: true });
Object.assign(globalThis, { seen, mismatches: [] });
const app = createElement(App, setup);
if (root.hasChildNodes()) {
  const onRecoverableError = (error: unknown): void => {
    (globalThis as unknown as { mismatches: string[] }).mismatches.push(String(error));
  };
  hydrateRoot(root, app, { onRecoverableError });
} else {
  createRoot(root).render(app);
}
