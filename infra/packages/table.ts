// Lists the packages that `npm run packages` builds.

export type Package = {
  /** Below the scope `@gatehouse-auth/`. */
  name: string;
  description: string;
  keywords: readonly string[];
  /** Subpath -> source file. `.` is the package itself, and `./query` is imported as `@gatehouse-auth/client/query`. */
  entries: Readonly<Record<string, string>>;
  /** Subpath -> source file for Node, where it differs. The types are those of `entries`. */
  nodeEntries?: Readonly<Record<string, string>>;
  /** The versions of Node that it supports. */
  node: string;
  /** `neutral` for code that runs in browsers too. */
  platform: 'neutral' | 'node';
  /** Packages that it imports, in the version of this repository. All others are bundled. */
  dependencies?: readonly string[];
  /** Packages that the application brings, with the versions that will do. `*` for one of ours: the same version. */
  peerDependencies?: Readonly<Record<string, string>>;
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
    nodeEntries: { '.': 'lib/client/node.ts' },
    node: '>=20',
    platform: 'neutral',
  },
  {
    name: 'server',
    description: 'Verifies access tokens of Gatehouse in Express, Hono, Fastify, Lambda and authorizers',
    keywords: ['authentication', 'authorization', 'jwt', 'express', 'hono', 'fastify', 'lambda', 'gatehouse'],
    entries: {
      '.': 'lib/server/index.ts',
      './express': 'lib/server/express.ts',
      './hono': 'lib/server/hono.ts',
      './fastify': 'lib/server/fastify.ts',
      './lambda': 'lib/server/lambda.ts',
      './authorizer': 'lib/server/authorizer.ts',
    },
    node: '>=20',
    platform: 'node',
    dependencies: ['jose'],
  },
  {
    name: 'react',
    description: 'React hooks, guards and server rendering for Gatehouse',
    keywords: ['authentication', 'login', 'session', 'react', 'ssr', 'gatehouse'],
    entries: {
      '.': 'lib/react/index.ts',
      './server': 'lib/react/server.ts',
    },
    node: '>=20',
    platform: 'neutral',
    peerDependencies: { '@gatehouse-auth/client': '*', react: '>=18' },
  },
];
