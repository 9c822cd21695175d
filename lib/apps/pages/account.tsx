// Starts the account page.
import { render } from 'preact';
import './words/errors.ts';
import { Account } from './account/account.tsx';
import { parts } from './account/parts.ts';
import { speakBest } from './words/choice.ts';

parts.keys = () => import('./account/api-keys/keys.tsx');
parts.passkeys = () => import('./account/passkeys/parts.tsx');
parts.organizations = () => import('./account/organizations/organizations.tsx');
await speakBest({});
render(<Account />, document.getElementById('app') as HTMLElement);
