// docs/errors.md: every code with what it means and where it comes from.
import { type ErrorCode, errorBody, errorCodes, meaningOf, statusOf } from './errors.ts';
import { errorsOf, type Group, type Route, UNIVERSAL } from './operation.ts';

const INTRODUCTION = `# Errors

Every answer that is not a success has exactly these four fields:

\`\`\`json
${JSON.stringify(errorBody('TENANT_NOT_FOUND'), null, 2)}
\`\`\`

Branch on \`code\`: it is stable, and one code has one status everywhere. \`message\` is for people and may change.`;

/** The page for these groups. */
export function errorPage(groups: Readonly<Record<string, Group>>): string {
  const sources = new Map<ErrorCode, string[]>();
  for (const [group, operations] of Object.entries(groups)) {
    for (const [route, operation] of Object.entries(operations)) {
      for (const code of errorsOf(route as Route, operation)) {
        sources.set(code, [...(sources.get(code) ?? []), `- \`${route}\` (${group}.${operation.name})`]);
      }
    }
  }
  const sections = errorCodes.map((code) => section(code, sources.get(code)));
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function section(code: ErrorCode, operations: readonly string[] | undefined): string {
  const { error, message } = errorBody(code);
  return [`## ${code}`, `${statusOf(code)} ${error}: “${message}”`, meaningOf(code), raisedBy(code, operations)].join(
    '\n\n',
  );
}

/** Codes that no operation declares are answered before, or instead of, an operation. */
function raisedBy(code: ErrorCode, operations: readonly string[] | undefined): string {
  if (UNIVERSAL.includes(code)) return 'Raised by: every operation.';
  if (!operations) return 'Raised by: the gateway or the router, before or instead of an operation.';
  return `Raised by:\n\n${operations.join('\n')}`;
}
