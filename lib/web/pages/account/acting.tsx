// The banner of an admin who acts as the user. It is loaded for them alone.
import { render } from 'preact';
import { api, pageUrl } from '../../api.ts';
import { Do } from '../../ui/panel.tsx';
import { en, OTHERS } from '../../words/acting.ts';
import { addWords, language } from '../../words/index.ts';
import { me, nameOf } from './me.ts';

const loaders = Object.entries(OTHERS).map(([tag, texts]) => [tag, async () => ({ texts })] as const);
const say = addWords(en, Object.fromEntries(loaders));

/** Goes back to the user in the console, where the admin still has their own session. */
const leave = (): void => location.assign(pageUrl(`console/users/${me.value?.id ?? ''}`));

async function end(): Promise<void> {
  await api.authentication.logout();
  leave();
}

function Banner({ until }: { until: Date }) {
  const at = new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(until);
  return (
    <aside class="notice wrong row" aria-live="polite">
      <span>{say('actingAs', { name: me.value ? nameOf(me.value) : '', at })}</span>
      <Do act={end}>{say('actingEnd')}</Do>
    </aside>
  );
}

/** Shows the banner above the page until the session is over, and leaves the page then. */
export function warn(expiresAt: string): void {
  const until = new Date(expiresAt);
  const place = document.createElement('div');
  document.body.prepend(place);
  render(<Banner until={until} />, place);
  setTimeout(leave, Math.max(0, until.getTime() - Date.now()));
}
