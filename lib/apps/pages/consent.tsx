// Starts the consent page.
import { render } from 'preact';
import './words/errors.ts';
import { asked, begin, Consent } from './consent/consent.tsx';
import { speakBest } from './words/choice.ts';

await begin();
await speakBest({ uiLocales: asked.value?.uiLocales });
render(<Consent />, document.getElementById('app') as HTMLElement);
