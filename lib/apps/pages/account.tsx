// Starts the account page.
import { render } from 'preact';
import { speakBest } from '../kit/words/choice.ts';
import { Account } from './account/account.tsx';

await speakBest({});
render(<Account />, document.getElementById('app') as HTMLElement);
