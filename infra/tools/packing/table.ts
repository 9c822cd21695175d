// Lists the packages that `npm run packages` builds.

export type Package = {
  /** Below the scope `@gatehouse-auth/`. */
  name: string;
  description: string;
  keywords: readonly string[];
  /** Subpath -> source file; none for a package that is a program. `.` is the package itself, and `./query` is imported as `@gatehouse-auth/client/query`. */
  entries: Readonly<Record<string, string>>;
  /** Subpath -> source file that replaces the entry in Node. */
  nodeEntries?: Readonly<Record<string, string>>;
  /** The versions of Node that it supports. */
  node: string;
  /** `neutral` for code that runs in browsers too. */
  platform: 'neutral' | 'node';
  /** Packages that it imports, in the version of this repository. All others are bundled. */
  dependencies?: readonly string[];
  /** Packages that it uses where npm can install them, in exactly the version of this repository. */
  optionalDependencies?: readonly string[];
  /** Source file -> package of this table that has it as its entry `.`. It is imported from there instead of copied, and is a
   * dependency unless it is a peer. */
  siblings?: Readonly<Record<string, string>>;
  /** Programs that it starts: name -> source file. They are bundled with everything they need. */
  programs?: Readonly<Record<string, string>>;
  /** The program that `npx` and `npm create` run. */
  bin?: string;
  /** Files and folders that are copied to its top, beside the bundles that read them. */
  files?: readonly string[];
  /** Whether `require` gets a bundle of its own, with siblings and dependencies: for test runners without ES modules. */
  hasCommonJs?: boolean;
  /**
   * Packages that the application has, because it must not have two of them, with the versions that will do. `*`: the
   * version of this repository.
   */
  peers?: Readonly<Record<string, string>>;
  /** Whether it carries the sign-in pages, below pages/. */
  hasPages?: true;
  /** Whether it carries the bundles of the functions, below functions/. */
  hasFunctions?: true;
};

/**
 * Whether the packages are on npm. Until a person has registered the scope, a stranger could register it and give their
 * code to everyone who installs by name. Guides then install tarballs, which a test compares, and `create` names no version.
 */
export const IS_ON_NPM: boolean = false;

/** A new package is a row here and a README beside its code. */
export const PACKAGES: readonly Package[] = [
  {
    name: 'client',
    description: 'The typed client of Gatehouse for browsers, React Native and Node',
    keywords: ['authentication', 'login', 'session', 'gatehouse'],
    entries: {
      '.': 'lib/packages/client/index.ts',
      './query': 'lib/packages/client/query.ts',
      './resources': 'lib/packages/client/resources.ts',
    },
    nodeEntries: { '.': 'lib/packages/client/node.ts' },
    node: '>=20',
    platform: 'neutral',
  },
  {
    name: 'server',
    description: 'Verifies access tokens of Gatehouse in Express, Hono, Fastify, Lambda and authorizers',
    keywords: ['authentication', 'authorization', 'jwt', 'express', 'hono', 'fastify', 'lambda', 'gatehouse'],
    entries: {
      '.': 'lib/packages/server/index.ts',
      './express': 'lib/packages/server/express.ts',
      './hono': 'lib/packages/server/hono.ts',
      './fastify': 'lib/packages/server/fastify.ts',
      './lambda': 'lib/packages/server/lambda.ts',
      './authorizer': 'lib/packages/server/authorizer.ts',
      './sign-in': 'lib/packages/server/sign-in-routes.ts',
    },
    node: '>=20',
    platform: 'node',
    dependencies: ['jose', 'oauth4webapi'],
  },
  {
    name: 'react',
    description: 'React hooks, guards and server rendering for Gatehouse',
    keywords: ['authentication', 'login', 'session', 'react', 'ssr', 'gatehouse'],
    entries: {
      '.': 'lib/packages/react/index.ts',
      './server': 'lib/packages/react/server.ts',
    },
    node: '>=20',
    platform: 'neutral',
    siblings: { 'lib/packages/client/index.ts': 'client' },
    peers: { '@gatehouse-auth/client': '*', react: '>=18' },
  },
  {
    name: 'construct',
    description: 'Gatehouse as a construct of the AWS CDK: authentication in your own stack',
    keywords: ['aws', 'cdk', 'aws-cdk', 'construct', 'authentication', 'gatehouse'],
    entries: { '.': 'lib/packages/construct/index.ts' },
    node: '>=20',
    platform: 'node',
    peers: { 'aws-cdk-lib': '*', constructs: '*' },
    hasFunctions: true,
  },
  {
    name: 'testing',
    description: 'Runs Gatehouse in the tests of an application, with its clock, inbox and events',
    keywords: ['authentication', 'testing', 'vitest', 'jest', 'gatehouse'],
    entries: { '.': 'lib/packages/testing/index.ts' },
    node: '>=20.16',
    platform: 'node',
    optionalDependencies: ['@dynoxide/linux-x64'],
    siblings: { 'lib/packages/client/index.ts': 'client', 'lib/packages/client/node.ts': 'client' },
    programs: { child: 'lib/packages/testing/child.ts' },
    files: [
      'infra/tools/local/engines/dynamodb-local',
      'infra/tools/local/pages/inbox.html',
      'infra/tools/local/pages/inbox.js',
      'infra/tools/local/pages/style.css',
      'lib/domain/credentials/common-passwords.txt',
    ],
    hasCommonJs: true,
    hasPages: true,
  },
  {
    name: 'create',
    description: 'Creates a project with Gatehouse: a page, an API and a CDK stack',
    keywords: ['create', 'template', 'aws-cdk', 'authentication', 'gatehouse'],
    entries: {},
    node: '>=20.16',
    platform: 'node',
    programs: { main: 'lib/packages/create/main.ts' },
    bin: 'main',
    files: ['lib/packages/create/template'],
  },
];
