// Defines what the manifest of a package says.

/** Paths begin at the package's folder, whose name the package has. */
export type Manifest = {
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
  /**
   * Packages of this folder whose entries it imports. They are imported from there instead of copied, and the package is a
   * dependency unless it is a peer.
   */
  siblings?: readonly string[];
  /** Packages that the bundled code of siblings imports -> source file that takes their place. */
  replaced?: Readonly<Record<string, string>>;
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
