// Writes docs/errors.md: every error code with its meaning and the operations that respond with it.
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
reads the text of the status as \`error\`.`;

/**
 * Returns the page for these groups. `actionsOf` are the actions of resources that respond with a code: one line for all
 * resources, because they depend on the deployment.
 */
export function errorPage(
  groups: Readonly<Record<string, Group>>,
  actionsOf: (code: ErrorCode) => readonly string[] = () => [],
): string {
  const sources = new Map<ErrorCode, string[]>();
  for (const [group, operations] of Object.entries(groups)) {
    for (const [route, operation] of Object.entries(operations)) {
      for (const code of errorsOf(route as Route, operation)) {
        sources.set(code, [...(sources.get(code) ?? []), `- \`${route}\` (${group}.${operation.name})`]);
      }
    }
  }
  for (const code of errorCodes) {
    const actions = actionsOf(code).map((action) => `\`${action}\``);
    if (actions.length)
      sources.set(code, [...(sources.get(code) ?? []), `- [resources](resources.json): ${actions.join(', ')}`]);
  }
  const sections = errorCodes.map((code) => section(code, sources.get(code)));
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function section(code: ErrorCode, operations: readonly string[] | undefined): string {
  const { error, message } = errorBody(code);
  return [
    `## ${code}`,
    `${statusOf(code)} ${error}: “${message}”`,
    errorMeanings[code],
    raisedBy(code, operations),
  ].join('\n\n');
}

/** A code that no operation declares is sent before an operation runs, or instead of it. */
function raisedBy(code: ErrorCode, operations: readonly string[] | undefined): string {
  if (UNIVERSAL.includes(code)) return 'Raised by: every operation.';
  if (!operations) return 'Raised by: the gateway or the router, before or instead of an operation.';
  return `Raised by:\n\n${operations.join('\n')}`;
}
