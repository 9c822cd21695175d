// Implements the TypeScript SDK: one method per operation, typed from the contract: `client.authentication.login({ …
// })`. It works in browsers, in React Native and in Node, and has no dependency.

export type { CallOptions } from './call-options.ts';
export type { BaseClient, ClientOptions, ClientRequest, SessionChange } from './client.ts';
export {
  type AdminClient,
  type Client,
  createAdminClient,
  createClient,
  createUserClient,
  type UserClient,
} from './clients.ts';
export { type ClientErrorCode, GatehouseError } from './error.ts';
export {
  createRedirectClient,
  type RedirectClient,
  type RedirectOptions,
  type SignInOptions,
  type SignOutOptions,
} from './redirect.ts';
export type { SessionEndReason } from './session.ts';
export { type TokenStorage, type Tokens, webStorage } from './token-storage.ts';
export type * from './types.ts';
export type { Tokens as LoginReply } from './types.ts';
export type { SecretStorage } from './verifier.ts';
