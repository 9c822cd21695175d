// Lists the packages that `npm run packages` builds.

export type Package = {
  /** Below the scope `@gatehouse-auth/`. */
  name: string;
  description: string;
  keywords: readonly string[];
  /** Subpath -> source file. `.` is the package itself, and `./query` is imported as `@gatehouse-auth/client/query`. */
  entries: Readonly<Record<string, string>>;
  /** The versions of Node that it supports. */
  node: string;
  /** `neutral` for code that runs in browsers too. */
  platform: 'neutral' | 'node';
};

/** A new package is a row here and a page in readmes/. */
export const PACKAGES: readonly Package[] = [
  {
    name: 'client',
    description: 'The typed client of Gatehouse for browsers, React Native and Node',
    keywords: ['authentication', 'login', 'session', 'gatehouse'],
    entries: {
      '.': 'lib/client/index.ts',
      './query': 'lib/client/query.ts',
      './resources': 'lib/client/resources.ts',
    },
    node: '>=20',
    platform: 'neutral',
  },
];
