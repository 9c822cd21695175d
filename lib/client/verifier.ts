// Keeps the secret that proves which client asked for a code (RFC 7636). It survives the redirect to an identity provider
// and back, and a reload of the page, but not the tab.

/** Where the secret is kept: `sessionStorage`, or an object with the same methods. */
export type SecretStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'gatehouse.codeVerifier';

function inMemory(): SecretStorage {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

/** Returns the storage of this tab, or memory where there is none or the browser forbids it. A server has many clients. */
function ownStorage(): SecretStorage {
  try {
    return 'document' in globalThis ? globalThis.sessionStorage : inMemory();
  } catch {
    return inMemory();
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
export function codeVerifier(storage: SecretStorage = ownStorage()) {
  return {
    held: (): string | undefined => storage.getItem(NAME) ?? undefined,
    /** Returns the S256 challenge. Pages that are not served over https have no Web Crypto: `undefined`. */
    challenge: async (): Promise<string | undefined> => {
      if (!globalThis.crypto?.subtle) return undefined;
      const verifier = storage.getItem(NAME) ?? base64url(crypto.getRandomValues(new Uint8Array(32)));
      storage.setItem(NAME, verifier);
      return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
    },
    forget: (): void => storage.removeItem(NAME),
  };
}
