// Starts the page for devices.
import { render } from 'preact';
import './words/errors.ts';
import { begin, Device } from './device/device.tsx';
import { speakBest } from './words/choice.ts';

await begin();
await speakBest({});
render(<Device />, document.getElementById('app') as HTMLElement);
