// The banner of an admin who acts as the user. It is loaded for them alone, and imports nothing but its texts: what it
// shared with the pages would become a file of its own, which everyone would load.
import type { AccountWithPermissions, UserClient } from '../../../packages/client/index.ts';
import { OTHERS as BY_LANGUAGE, en } from '../words/acting.ts';

/** Shows the banner above the page until the session is over. Then it goes back to the user in the console. */
export function warn({ id, name, email, phone, actor }: AccountWithPermissions, api: UserClient): void {
  const until = new Date(actor?.expiresAt ?? 0);
  const leave = (): void => location.assign(new URL(`console/users/${id}`, document.baseURI));
  const [banner, text, button] = [
    document.createElement('aside'),
    document.createElement('span'),
    document.createElement('button'),
  ];
  banner.className = 'notice wrong row';
  button.type = 'button';
  button.className = 'second';
  button.addEventListener('click', () => void api.authentication.logout().then(leave, leave));
  const { documentElement: root } = document;
  const say = (): void => {
    const words = BY_LANGUAGE[root.lang] ?? en;
    const at = new Intl.DateTimeFormat(root.lang, { timeStyle: 'short' }).format(until);
    const shown = name ?? email ?? phone ?? '';
    // A name must not change the order of a text from right to left (Unicode TR 9, 2.4).
    const isolated = root.dir === 'rtl' ? `\u2068${shown}\u2069` : shown;
    text.textContent = words.actingAs.replace('{name}', () => isolated).replace('{at}', at);
    button.textContent = words.actingEnd;
  };
  say();
  new MutationObserver(say).observe(root, { attributeFilter: ['lang', 'dir'] });
  banner.append(text, button);
  document.body.prepend(banner);
  setTimeout(leave, Math.max(0, until.getTime() - Date.now()));
}
