// Starts the sign-in pages.
import { render } from 'preact';
import './words/errors.ts';
import { readAccounts } from './login/browser-accounts.ts';
import { readInvitation } from './login/invitation.tsx';
import { Login, start } from './login/login.tsx';
import { loading, loadJoining } from './login/parts.ts';
import { begin, path, speakAsAsked } from './login/request.ts';
import { speakAgain } from './words/choice.ts';

loading.passkeys = () => import('./login/passkeys/parts.tsx');
loading.joining = async () => {
  const parts = await import('./login/join.tsx');
  await speakAgain();
  return parts;
};
const begun = path === 'invitation' || path === 'recovery' ? readInvitation() : begin();
// The language of the browser is loaded meanwhile. Most often it is the one.
await Promise.all([speakAsAsked(), begun, readAccounts(begun)]);
if (path === 'join') await loadJoining();
await speakAsAsked();
start();
render(<Login />, document.getElementById('app') as HTMLElement);
