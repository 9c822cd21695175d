// Gives a page of Chromium a virtual authenticator, such as the fingerprint sensor of a laptop (DevTools protocol,
// domain WebAuthn). The page must be on `localhost`: an address of digits is no domain (WebAuthn L3, 5.1.3).
import type { CDPSession, Page } from 'playwright-core';

type Options = {
  /** Whether the person proves who they are to it. Without that, it only notes that a person is there. */
  isUserVerified?: boolean;
  /** Whether passkeys are copied to other devices of the person. */
  isSynced?: boolean;
};

export type VirtualAuthenticator = {
  /** The ids of the passkeys that it holds. */
  credentialIds: () => Promise<string[]>;
  /** Waits until the page that was opened last has asked for a passkey. */
  asked: () => Promise<void>;
  /** Whether the person touches it at once, or not at all, when it is asked from now on. */
  setPresent: (isPresent: boolean) => Promise<void>;
  setUserVerified: (isUserVerified: boolean) => Promise<void>;
  /** Forgets a passkey, as a person does in the settings of their device. */
  forget: (credentialId: string) => Promise<void>;
  /** Unplugs it. */
  remove: () => Promise<void>;
};

/** Adds an authenticator to the page. The person touches it whenever it is asked. */
export async function addAuthenticator(
  page: Page,
  { isUserVerified = true, isSynced = true }: Options = {},
): Promise<VirtualAuthenticator> {
  await page.addInitScript(() => {
    const { credentials } = navigator;
    // A page of http has none, but for that of this machine.
    if (!credentials) return;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      const given = get(options);
      Object.assign(globalThis, { hasAsked: true });
      return given;
    };
  });
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      automaticPresenceSimulation: true,
      isUserVerified,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return {
    credentialIds: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url'));
    },
    asked: async () => {
      await page.waitForFunction(() => 'hasAsked' in globalThis);
    },
    setPresent: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    setUserVerified: async (verified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: verified });
    },
    forget: async (credentialId) => {
      const id = Buffer.from(credentialId, 'base64url').toString('base64');
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: id });
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}
