// Keeps an application that every page of this machine may use, so that a first login needs no set-up. No operation can
// create such a one: elsewhere each address is registered.
import type { ApplicationId } from '../../../lib/platform/ids.ts';
import { create, find, newApplication } from '../../../lib/store/applications/applications.ts';

/** The same in every local run, so that an example can name it. */
export const DEMO_APPLICATION = 'app_demo000000000000000000' as ApplicationId;

/** Creates the application unless it exists, and returns what to print about it. */
export async function demoApplication(baseUrl: string): Promise<string> {
  if (!(await find(DEMO_APPLICATION)))
    await create(newApplication({ name: 'Demo', kind: 'browser', anyLoopback: true }, DEMO_APPLICATION));
  return [
    `The application ${DEMO_APPLICATION} may be used by every page at http://localhost, on any port.`,
    `  OpenID Connect issuer  ${baseUrl}`,
    '',
  ].join('\n');
}
