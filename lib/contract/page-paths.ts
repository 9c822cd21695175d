// Names the paths that are no operations: the pages, and the files that they load.

/** First segments of paths. infra/web/shells.ts says what is served there. */
export type PageName = 'login' | 'account' | 'organization' | 'setup' | 'consent' | 'device' | 'console' | 'assets';
