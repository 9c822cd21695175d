// Writes docs/errors.md, every error code with its meaning, and docs/errors.json, the operations that respond with it.
import { errorMeanings } from '../error-meanings.ts';
import { type ErrorCode, errorBody, errorCodes, statusOf } from '../errors.ts';
import { oauthErrorBody } from '../oauth-errors.ts';
import { errorsOf, type Group, type Route, UNIVERSAL } from '../operation.ts';

const INTRODUCTION = `# Errors

An error response has exactly these four fields:

\`\`\`json
${JSON.stringify(errorBody('TENANT_NOT_FOUND'), null, 2)}
\`\`\`

Branch on \`code\`. It is stable and has the same status everywhere. \`message\` is for people and may change.

Below \`/oauth2\`, errors have the form of OAuth (RFC 6749 5.2), with the same codes:

\`\`\`json
${JSON.stringify(oauthErrorBody('INVALID_GRANT', errorBody('INVALID_GRANT').message), null, 2)}
\`\`\`

What API Gateway refuses by itself has our four fields there, too: it knows one body for all paths. An OAuth library then
reads the text of the status as \`error\`.

[errors.json](errors.json) lists the operations that respond with each code; so does [openapi.json](openapi.json).`;

/** Status -> what people ask who look for it, with the first things to check. */
const LEADS: Readonly<Record<number, string>> = {
  401: `**Why do I get a 401?** The service does not know who sends the request, or no longer. \`code\` says why:

* \`NO_AUTH_PROVIDED\`: neither the header \`Authorization: Bearer\` nor a cookie arrived.
* \`INVALID_TOKEN\`: the access token has expired, after 15 minutes as a rule, comes from another deployment, or is of another kind. Refresh it once.
* \`SESSION_NOT_FOUND\`: the session has ended, also when its token has not expired. Log in again.
* \`INVALID_CREDENTIALS\`: the password, the account or the tenant is wrong. An admin sees which in the [console](guides/console.md).`,
};

/** Code -> what responds with it: routes of operations, and actions of resources. */
export type Sources = Readonly<
  Record<ErrorCode, { status: number; operations: 'every' | readonly string[]; actions: readonly string[] }>
>;

/**
 * Returns what responds with each code. `actionsOf` are the actions of resources, which depend on the deployment. A code
 * without any is sent before an operation runs, or instead of it.
 */
export function errorSources(
  groups: Readonly<Record<string, Group>>,
  actionsOf: (code: ErrorCode) => readonly string[] = () => [],
): Sources {
  const routes = Object.values(groups).flatMap((operations) => Object.entries(operations));
  const raising = (code: ErrorCode): string[] =>
    routes.filter(([route, operation]) => errorsOf(route as Route, operation).includes(code)).map(([route]) => route);
  const row = (code: ErrorCode) => ({
    status: statusOf(code),
    operations: UNIVERSAL.includes(code) ? ('every' as const) : raising(code),
    actions: [...actionsOf(code)],
  });
  return Object.fromEntries(errorCodes.map((code) => [code, row(code)])) as unknown as Sources;
}

/** Returns the page: one table for each status. */
export function errorPage(): string {
  const statuses = [...new Set(errorCodes.map(statusOf))];
  return `${[INTRODUCTION, ...statuses.map(section)].join('\n\n')}\n`;
}

function section(status: number): string {
  const codes = errorCodes.filter((code) => statusOf(code) === status);
  const rows = codes.map(
    (code) => `| \`${code}\` | ${errorBody(code).message} | ${errorMeanings[code].replaceAll('\n', ' ')} |`,
  );
  return [
    `## ${status} ${errorBody(codes[0] as ErrorCode).error}`,
    ...(LEADS[status] === undefined ? [] : [LEADS[status]]),
    ['| Code | Message | Meaning |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
