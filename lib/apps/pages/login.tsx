// Starts the sign-in pages.
import { render } from 'preact';
import './words/errors.ts';
import { readAccounts } from './login/browser-accounts.ts';
import { readInvitation } from './login/invitation.tsx';
import { Login, start } from './login/login.tsx';
import { begin, path, speakAsAsked } from './login/request.ts';

const begun = path === 'invitation' ? readInvitation() : begin();
// The language of the browser is loaded meanwhile. Most often it is the one.
await Promise.all([speakAsAsked(), begun, readAccounts(begun)]);
await speakAsAsked();
start();
render(<Login />, document.getElementById('app') as HTMLElement);
