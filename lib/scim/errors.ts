// Defines the errors of SCIM (RFC 7644, 3.12), which clients of directories understand.

/** The detail error keywords of RFC 7644, table 9, that this service uses. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  // RFC 9865, 2.1.
  | 'invalidCursor';

export type Status = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503;

/** A refusal that a client of SCIM gets in its own form. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: Status;
  readonly scimType: ScimType | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, detail: string, scimType?: ScimType, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }
}

/** Throws the refusal of a request that is wrong. `detail` says what is wrong, and never quotes a value. */
export const refuse = (scimType: ScimType, detail: string): never => {
  throw new ScimError(scimType === 'uniqueness' ? 409 : 400, detail, scimType);
};

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Returns the body of a refusal. The status is a text (RFC 7644, 3.12). */
export const errorBody = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});
