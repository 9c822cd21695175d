// Starts the account page.
import { render } from 'preact';
import './words/errors.ts';
import { Account } from './account/account.tsx';
import { speakBest } from './words/choice.ts';

await speakBest({});
render(<Account />, document.getElementById('app') as HTMLElement);
