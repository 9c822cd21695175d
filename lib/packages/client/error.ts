// Defines the one error that the client throws.
import type { ErrorCode } from './types.ts';

/**
 * `NETWORK`: there was no response: no connection, or none in time. `UNEXPECTED_RESPONSE`: the response is not of the
 * service, such as a page of a proxy. `SIGN_IN_REFUSED` and `SIGN_IN_MISMATCH`: a sign-in by redirect failed; `cause` has
 * the `error` of OAuth. `PASSKEY_CANCELLED`: the browser gave no passkey, as the person refused, time ran out or the device
 * has none. `PASSKEY_UNSUPPORTED`: the browser cannot use passkeys on this page. `PASSKEY_EXISTS`: this device has one of
 * the account already.
 */
export type ClientErrorCode =
  | ErrorCode
  | 'NETWORK'
  | 'UNEXPECTED_RESPONSE'
  | 'SIGN_IN_REFUSED'
  | 'SIGN_IN_MISMATCH'
  | 'PASSKEY_CANCELLED'
  | 'PASSKEY_UNSUPPORTED'
  | 'PASSKEY_EXISTS';

type Details = {
  code: ClientErrorCode;
  statusCode: number;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
};

/** Why a request failed. Branch on `code`. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  declare readonly code: ClientErrorCode;
  /** 0 if there was no response. */
  declare readonly statusCode: number;
  /** The seconds of the `Retry-After` header, if the response has one. */
  declare readonly retryAfter: number | undefined;
  /** The id of the request in the logs of the service, if the page may read it. */
  declare readonly requestId: string | undefined;

  constructor(message: string, details: Details, options?: { cause?: unknown }) {
    super(message, options);
    Object.assign(this, details);
  }
}

/** Returns the code, or `undefined` for an error that is not of the client. */
export const codeOf = (error: unknown): ClientErrorCode | undefined =>
  error instanceof GatehouseError ? error.code : undefined;
