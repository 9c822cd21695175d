// Starts the sign-in pages.
import { render } from 'preact';
import { bestOf, speak } from '../words/index.ts';
import { readAccounts } from './login/browser-accounts.ts';
import { Login, start } from './login/login.tsx';
import { asked, begin } from './login/request.ts';

const begun = begin();
await Promise.all([begun, readAccounts(begun)]);
const locales = asked.value?.uiLocales ?? new URLSearchParams(location.search).get('ui_locales') ?? '';
const chosen = localStorage.getItem('gatehouse language');
await speak(bestOf([...(chosen ? [chosen] : []), ...locales.split(' ').filter(Boolean), ...navigator.languages]));
start();
render(<Login />, document.getElementById('app') as HTMLElement);
