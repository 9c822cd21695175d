// Lets the pages work in a browser that keeps nothing for them. There, reading `localStorage` throws (HTML standard,
// "Web storage": SecurityError), so it is replaced by one that lasts as long as the document. Entries import this first.

function create(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, String(value)),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  };
}

for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    window[name].getItem('');
  } catch {
    Object.defineProperty(window, name, { value: create() });
  }
}
