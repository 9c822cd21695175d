// Names the scopes of this service: what an application can be granted at its own endpoints.

/**
 * Scope -> who may get it. `any`: every application. `first`: one of the deployment's own. What a scope opens is said where
 * it is opened: claims in groups/oauth-browser.ts, operations by `admits.application`.
 */
const PARTIES = {
  openid: 'any',
  profile: 'any',
  email: 'any',
  phone: 'any',
  offline_access: 'any',
  account: 'first',
} as const;

export type Scope = keyof typeof PARTIES;
export const SCOPES = Object.keys(PARTIES) as readonly Scope[];
export const isScope = (text: string): text is Scope => Object.hasOwn(PARTIES, text);
/** RFC 6749 3.3, without the comma, which only clients send that join with the wrong separator. */
const SCOPE_NAME = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,64}$/;
export const isScopeName = (text: string): boolean => SCOPE_NAME.test(text);
/** Whether only an application of the deployment itself may get the scope. */
export const isForFirstParties = (scope: Scope): boolean => PARTIES[scope] === 'first';
