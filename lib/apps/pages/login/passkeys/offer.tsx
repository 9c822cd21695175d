// Offers to make a passkey after a login. It asks once a month at most in this browser, after a password, and only where
// one touch makes it; each time if the tenant requires a passkey.

import { inBrowser, inTab } from '../../../kit/storage.ts';
import { DEVICE } from '../../ui/device.ts';
import { Action } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { passkeys } from '../../ui/passkeys.ts';
import { Touch } from '../../ui/touch.tsx';
import { say } from '../../words/passkeys.ts';
import { leave } from '../request.ts';

const ASKED = 'gatehouse passkey asked';
const MONTH_MS = 30 * 24 * 3600 * 1000;

/** Not to a person who connects a device, as its code soon ends. */
export async function mayOffer(isRequired: boolean): Promise<boolean> {
  if (isRequired) return passkeys.isSupported();
  if (Date.now() - Number(inBrowser.getItem(ASKED)) < MONTH_MS || inTab.getItem(DEVICE) !== null) return false;
  if (!(await passkeys.isDeviceReady())) return false;
  inBrowser.setItem(ASKED, `${Date.now()}`);
  return !(await passkeys.list()).length;
}

export const Offer = () => (
  <Page title={say('passkeyOfferTitle')} lead={say('passkeyOfferLead')}>
    <div class="list">
      <Touch class="wide" text={say('passkeyCreate')} ask={() => passkeys.add()} onDone={leave} />
      <Action class="second wide" onClick={leave}>
        {say('passkeyLater')}
      </Action>
    </div>
  </Page>
);
