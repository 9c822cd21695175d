// Keeps what the pages remember in this browser, also in one that keeps nothing for them: there, reading `localStorage`
// throws (HTML standard, "Web storage": SecurityError), and so does writing to a full one. Then it lasts as long as the
// document. Nothing else in lib/apps reads the browser's storage: a chunk may run before any entry could repair it.

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function kept(name: 'localStorage' | 'sessionStorage'): Kept {
  try {
    const storage = window[name];
    storage.setItem('', '');
    storage.removeItem('');
    return storage;
  } catch {
    const values: Record<string, string> = {};
    return {
      getItem: (key) => values[key] ?? null,
      setItem: (key, value) => {
        values[key] = value;
      },
      removeItem: (key) => {
        delete values[key];
      },
    };
  }
}

/** What all tabs share. */
export const inBrowser: Kept = kept('localStorage');
/** What this tab keeps, also while it visits another site. */
export const inTab: Kept = kept('sessionStorage');
