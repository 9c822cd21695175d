// Keeps the secret that proves which client asked for a code (RFC 7636). It survives the redirect to an identity provider
// and back, and a reload of the page, but not the tab.

/** Where the secret is kept: `sessionStorage`, or an object with the same methods. */
export type SecretStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'gatehouse.codeVerifier';

/** Returns the storage of this tab, or `undefined` where there is none or the browser forbids it. */
export function ownStorage(): SecretStorage | undefined {
  try {
    // Node has one too, which all clients of a server would share.
    return globalThis.document && sessionStorage;
  } catch {
    return undefined;
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Creates the holder of the secret. It is created by the first request that needs one and kept until a login succeeds: a
 * second request for a code may send no message, and the code of the first one must still work.
 */
export function codeVerifier(storage = ownStorage()) {
  let secret: string | undefined;
  const held = (): string | undefined => storage?.getItem(NAME) ?? secret;
  return {
    held,
    /** Returns the S256 challenge. Pages that are not served over https have no Web Crypto: `undefined`. */
    challenge: async (): Promise<string | undefined> => {
      if (!globalThis.crypto?.subtle) return undefined;
      secret = held() ?? base64url(crypto.getRandomValues(new Uint8Array(32)));
      storage?.setItem(NAME, secret);
      return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))));
    },
    forget: (): void => {
      secret = undefined;
      storage?.removeItem(NAME);
    },
  };
}
