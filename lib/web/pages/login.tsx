// Starts the sign-in pages.
import { render } from 'preact';
import { speakBest } from '../words/choice.ts';
import { Login } from './login/login.tsx';
import { begin } from './login/request.ts';

await Promise.all([speakBest(), begin()]);
render(<Login />, document.getElementById('app') as HTMLElement);
