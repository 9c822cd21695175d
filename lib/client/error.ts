// Defines the one error that the client throws.
import type { ErrorCode } from './generated/types.ts';

/**
 * `NETWORK`: there was no response: no connection, or none in time. `UNEXPECTED_RESPONSE`: the response is not of the
 * service, such as a page of a proxy.
 */
export type ClientErrorCode = ErrorCode | 'NETWORK' | 'UNEXPECTED_RESPONSE';

type Details = {
  code: ClientErrorCode;
  message: string;
  statusCode?: number;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
};

/** Why a request failed. Branch on `code`. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  /** 0 if there was no response. */
  readonly statusCode: number;
  readonly code: ClientErrorCode;
  /** The seconds of the `Retry-After` header, if the response has one. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the logs of the service, if the page may read it. */
  readonly requestId: string | undefined;

  constructor({ code, message, statusCode = 0, retryAfter, requestId, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** Returns the code, or `undefined` for an error that is not of the client. */
export const codeOf = (error: unknown): ClientErrorCode | undefined =>
  error instanceof GatehouseError ? error.code : undefined;
