// Starts the page of setup links, and lists what a link can be for.
import { render } from 'preact';
import './words/errors.ts';
import { Directory } from './organization/directory/directory.tsx';
import { Domains } from './organization/domains.tsx';
import { SignOn } from './organization/sign-on.tsx';
import { close, type Section, Setup } from './setup/setup.tsx';
import { isTrial, readTrial, TriedPage } from './setup/tried.tsx';
import { speakBest } from './words/choice.ts';

const SECTIONS: readonly Section[] = [
  { title: 'signOn', permission: 'organization.sso', Shown: SignOn },
  { title: 'directory', permission: 'organization.sso', Shown: Directory },
  { title: 'domains', permission: 'organization.domains', Shown: Domains },
];

// Each request of this page is made in the session of the link, also where a user is signed in to the same browser. The client
// has no such mode: it would grow for everyone.
const plain = fetch;
globalThis.fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('x-access-token-type', 'setup');
  const response = await plain(input, { ...init, headers });
  if (response.status === 401) close();
  return response;
};

// The same page with another link.
addEventListener('hashchange', () => location.reload());

const root = document.getElementById('app') as HTMLElement;
const tried = isTrial() ? { tried: readTrial() } : undefined;
await speakBest({});
render(tried ? <TriedPage {...tried} /> : <Setup sections={SECTIONS} />, root);
