// Verifies access tokens of Gatehouse in your own services, and types the events that it publishes and the messages that
// it hands over.
export type { Rules } from './admit.ts';
export {
  type AnyClaims,
  type Claims,
  type MachineClaims,
  type Proofs,
  requirePermission,
  requireProofs,
  requireRole,
  requireScope,
  requireTenant,
} from './claims.ts';
export { AuthError, type AuthErrorCode, type ErrorBody, isAuthError } from './errors.ts';
export type { EventDetails, EventName, EventOf } from './events.ts';
export {
  type Delivery,
  type MessageReply,
  type MessageRequest,
  type MessageTemplate,
  messageSender,
} from './messages.ts';
export { type AccessCookie, accessCookie, type HeadersLike, type RequestLike, tokenFrom } from './token-from.ts';
export { type Algorithm, createVerifier, type Verifier, type VerifierOptions } from './verifier.ts';
