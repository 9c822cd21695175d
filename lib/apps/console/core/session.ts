// Knows who is signed in, and makes sure that a tab without a session shows nothing: after 401 anywhere, after signing
// out in another tab, after 30 minutes without a call, and when the browser brings a left page back from its cache.
import { signal } from '@preact/signals';
import { asError } from '../../kit/base.ts';
import { call, lastChange, listeners } from './call.ts';
import type { ReplyOf } from './operations.ts';
import { forgetAll, refresh } from './resource.ts';

export type Me = ReplyOf<'adminConsole.me'>;

/** Who is signed in. `null`: no one. `undefined`: not known yet. */
export const me = signal<Me | null | undefined>(undefined);
type Ending = 'idle' | 'ended' | 'password';
/** Why the sign-in screen is shown, if it was not asked for. */
export const ending = signal<Ending | undefined>(undefined);
/** Whether the deployment lets the admin do nothing before they have an authenticator. */
export const mustEnrol = signal(false);
/** Why it is not known who is signed in. */
export const problem = signal<ReturnType<typeof asError> | undefined>(undefined);

/** A session of an admin lives this long without use (lib/domain/admins). */
const IDLE_MS = 30 * 60_000;

type Notice = 'used' | 'signed-out' | 'signed-in';
const tabs = new BroadcastChannel('gatehouse console');
let usedAt = Date.now();

/** Shows nothing but the sign-in screen. */
function hide(why?: Ending): void {
  if (me.value) ending.value = why;
  forgetAll();
  mustEnrol.value = false;
  lastChange.value = undefined;
  me.value = null;
}

/** Finds out who is signed in. */
export async function begin(): Promise<void> {
  try {
    problem.value = undefined;
    const found = await call('adminConsole.me');
    ending.value = undefined;
    // Without a second factor, the first refusal says whether it is required.
    if (found.isMfaEnabled || found.hasPasskey) mustEnrol.value = false;
    me.value = found;
  } catch (error) {
    // A session that is over has been handled by then.
    if (me.value === undefined) problem.value = asError(error);
  }
}

/** To be called after a login in this tab. */
export async function signedIn(): Promise<void> {
  forgetAll();
  await begin();
  tabs.postMessage('signed-in' satisfies Notice);
}

/** To be called when the service has ended the session because of what this tab did. */
export function leave(why: Ending): void {
  hide(why);
  tabs.postMessage('signed-out' satisfies Notice);
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await call('adminConsole.logout').catch((error: unknown) => {
    if (me.value) throw error;
  });
  hide();
  tabs.postMessage('signed-out' satisfies Notice);
}

listeners.changed = refresh;
listeners.signedOut = () => {
  const was = me.value;
  hide('ended');
  if (was) tabs.postMessage('signed-out' satisfies Notice);
};
listeners.mustEnrol = () => {
  mustEnrol.value = true;
};
listeners.used = () => {
  // Other tabs of the same session are not idle either. One message in ten seconds is enough.
  if (Date.now() - usedAt > 10_000) tabs.postMessage('used' satisfies Notice);
  usedAt = Date.now();
};

tabs.onmessage = ({ data }: MessageEvent<Notice>) => {
  if (data === 'used') usedAt = Date.now();
  if (data === 'signed-out') hide('ended');
  // It may be another admin.
  if (data === 'signed-in') {
    forgetAll();
    void begin();
  }
};

// A page that the browser keeps for its back button keeps its data as well, unless it has none when it is left.
addEventListener('pagehide', ({ persisted }) => {
  if (!persisted) return;
  forgetAll();
  me.value = undefined;
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void begin();
});

const isIdle = (): boolean => !!me.value && Date.now() - usedAt > IDLE_MS;
// A timer may sleep with the device, so the way back into view is checked, too.
setInterval(() => isIdle() && hide('idle'), 15_000);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && isIdle()) hide('idle');
});
