// Starts the sign-in pages.
import '../storage.ts';
import { render } from 'preact';
import { bestOf, speak } from '../words/index.ts';
import { Login } from './login/login.tsx';
import { begin } from './login/request.ts';

await begin();
const query = new URLSearchParams(location.search);
const asked = (query.get('ui_locales') ?? '').split(' ').filter(Boolean);
const chosen = localStorage.getItem('gatehouse language');
await speak(bestOf([...(chosen ? [chosen] : []), ...asked, ...navigator.languages]));
render(<Login />, document.getElementById('app') as HTMLElement);
