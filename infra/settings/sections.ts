// Lists every setting of a deployment, in the sections of docs/configuration.md.
import { ADDRESS } from './sections/address.ts';
import { CEILINGS } from './sections/ceilings.ts';
import { DEPLOYMENT } from './sections/deployment.ts';
import { FRONT } from './sections/front.ts';
import { KEYS } from './sections/keys.ts';
import { LIFE } from './sections/life.ts';
import { MESSAGES } from './sections/messages.ts';
import { SECOND_REGION } from './sections/second-region.ts';
import { WATCHING } from './sections/watching.ts';
import type { Setting } from './setting.ts';

/** Context key -> its meaning and its valid values. */
export const SETTINGS = {
  ...DEPLOYMENT,
  ...ADDRESS,
  ...FRONT,
  ...MESSAGES,
  ...CEILINGS,
  ...KEYS,
  ...LIFE,
  ...SECOND_REGION,
  ...WATCHING,
} as const;

/** Title -> its settings. docs/configuration.md is generated from it. */
export const SECTIONS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'The deployment': DEPLOYMENT,
  'Its address': ADDRESS,
  'CloudFront in front': FRONT,
  Messages: MESSAGES,
  Ceilings: CEILINGS,
  'Secrets and keys': KEYS,
  'Versions, maintenance and backups': LIFE,
  'A second region': SECOND_REGION,
  'Alarms, logs and traces': WATCHING,
};
