// Starts the account page.
import '../storage.ts';
import { render } from 'preact';
import { bestOf, speak } from '../words/index.ts';
import { Account } from './account/account.tsx';

const chosen = localStorage.getItem('gatehouse language');
await speak(bestOf([...(chosen ? [chosen] : []), ...navigator.languages]));
render(<Account />, document.getElementById('app') as HTMLElement);
