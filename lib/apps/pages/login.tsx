// Starts the sign-in pages.
import { render } from 'preact';
import './words/errors.ts';
import { readAccounts } from './login/browser-accounts.ts';
import { readInvitation } from './login/invitation.tsx';
import { Login, start } from './login/login.tsx';
import { loading } from './login/parts.ts';
import { begin, path, speakAsAsked } from './login/request.ts';

loading.passkeys = () => import('./login/passkeys/parts.tsx');
const begun = path === 'invitation' || path === 'recovery' ? readInvitation() : begin();
// The language of the browser is loaded meanwhile. Most often it is the one.
await Promise.all([speakAsAsked(), begun, readAccounts(begun)]);
await speakAsAsked();
start();
render(<Login />, document.getElementById('app') as HTMLElement);
