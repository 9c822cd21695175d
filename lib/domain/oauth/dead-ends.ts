// Says why an endpoint of the OpenID provider refused a request: the cause to the operator, in the line of the request,
// and a calm page with the reference of that line to the person.

import type { ApplicationId } from '../../platform/ids.ts';
import { current, note } from '../../platform/request-context.ts';
import { isLocalRun } from '../../platform/settings/config.ts';
import { errorPage } from './pages.ts';

/** The codes of the error page. Each has its texts in lib/apps/pages/login/dead-end.tsx. */
export type PageCode =
  | 'invalid_request'
  | 'request_expired'
  | 'tenant_not_served'
  | 'tenant_not_asked'
  | 'user_not_asked'
  | 'too_many_requests'
  | 'unavailable';

/** Cause in the log -> what people see. */
export const DEAD_ENDS = {
  request_too_long: 'invalid_request',
  parameter_repeated: 'invalid_request',
  client_id_missing: 'invalid_request',
  client_id_malformed: 'invalid_request',
  application_unknown: 'invalid_request',
  application_disabled: 'invalid_request',
  client_unread: 'invalid_request',
  client_not_listed: 'invalid_request',
  client_document_failed: 'unavailable',
  client_document_invalid: 'invalid_request',
  client_document_limit: 'too_many_requests',
  redirect_uri_missing: 'invalid_request',
  redirect_uri_not_registered: 'invalid_request',
  client_id_not_of_hint: 'invalid_request',
  state_too_long: 'invalid_request',
  post_logout_redirect_uri_not_registered: 'invalid_request',
  resume_invalid: 'request_expired',
  request_uri_invalid: 'request_expired',
  request_uri_used: 'request_expired',
  tenant_not_served: 'tenant_not_served',
  tenant_not_asked: 'tenant_not_asked',
  user_not_asked: 'user_not_asked',
} as const satisfies Record<string, PageCode>;
export type DeadEnd = keyof typeof DEAD_ENDS;

/** Why the document of a client cannot be used. No error is kept (section 5.2 of its draft). */
export type DocumentProblem = 'client_document_failed' | 'client_document_invalid' | 'client_document_limit';

/** Why an application did not authenticate (client-authentication.ts). */
export type ClientProblem =
  | 'credentials_missing'
  | 'credentials_malformed'
  | 'application_unknown'
  | 'application_disabled'
  | 'method_not_of_kind'
  | 'secret_refused'
  | 'secret_wrong'
  | 'assertion_type_wrong'
  | 'assertion_malformed'
  | 'assertion_alg_wrong'
  | 'assertion_kid_unknown'
  | 'assertion_signature_wrong'
  | 'assertion_iss_wrong'
  | 'assertion_sub_wrong'
  | 'assertion_aud_wrong'
  | 'assertion_exp_wrong'
  | 'assertion_expired'
  | 'assertion_not_yet_valid'
  | 'assertion_jti_wrong'
  | 'assertion_used'
  | 'jwks_uri_failed'
  | DocumentProblem;

/** Why an authorization code was refused (grants/authorization-code.ts). */
export type CodeProblem =
  | 'code_unknown'
  | 'code_of_another_application'
  | 'code_used'
  | 'code_session_ended'
  | 'code_grant_revoked'
  | 'redirect_uri_differs'
  | 'verifier_missing'
  | 'verifier_unexpected'
  | 'verifier_wrong'
  | 'key_differs';

/** Returns the page for a person whose request failed with this status before it was looked at. The line of the log has the error. */
export const failure = (status: number) =>
  referring(status === 429 ? 'too_many_requests' : status >= 500 ? 'unavailable' : 'invalid_request');

type About = { application?: ApplicationId | undefined; value?: string | undefined };

/**
 * Returns the page that ends the request, and notes the cause for the log. `more` is for the page, which finds by it the
 * way back. In the local run the page says the cause, too: there, the person is the developer.
 */
export function deadEnd(cause: DeadEnd, about: About = {}, more: Readonly<Record<string, string>> = {}) {
  noteRefusal(cause, about);
  return referring(DEAD_ENDS[cause], { ...(isLocalRun() && { cause }), ...more });
}

/** Returns the error page with the reference of the line of the log. */
function referring(code: PageCode, more: Readonly<Record<string, string>> = {}) {
  const reference = current()?.facts.requestId;
  return errorPage({ code, ...(reference !== undefined && { reference }), ...more });
}

/** Notes why the request is refused: the first cause stays. `value` is what was sent. */
export const noteRefusal = (cause: string, { application, value }: About = {}): void =>
  note({ cause, application, value: value === undefined ? undefined : shown(value) });

const LONGEST = 200;
/** What may be a secret or personal: credentials and addresses before an @, long runs of characters, long numbers. */
const PRIVATE = /[^/]*@|[A-Za-z0-9_-]{32,}|\d{6,}/g;

/** Returns what a log may hold of a value that anyone may have sent: cut, without its query and without secrets. */
export function shown(value: string): string {
  const [before = ''] = value.split(/[?#]/, 1);
  const rest = value.length > before.length ? `${value[before.length]}…` : '';
  return `${before.slice(0, LONGEST).replace(PRIVATE, '…')}${before.length > LONGEST ? '…' : ''}${rest}`;
}
