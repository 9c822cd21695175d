// docs/configuration.md: what a deployment may choose, made from what synthesis judges it by.
import { variableDefaults } from '../../lib/platform/config.ts';
import { SETTINGS } from '../settings/settings.ts';
import { VARIABLES } from '../settings/variables.ts';

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** The page as Markdown. */
export function configurationPage(): string {
  const defaults = variableDefaults();
  return `# Configuration of a deployment

Made by \`npm run docs\` from infra/settings/settings.ts, infra/settings/variables.ts and lib/platform/config.ts; don't edit.

Settings come from the CDK context: \`npx cdk deploy -c sender='Acme <no-reply@example.com>'\`, or once for all in \`cdk.json\`:

\`\`\`json
{ "app": "node infra/app.ts", "context": { "sender": "Acme <no-reply@example.com>", "GATEHOUSE_APP_NAME": "Acme" } }
\`\`\`

Synthesis refuses a value that is not valid, and a name that is none of these, with one line.

## The deployment

${[row('Key', 'Default', 'Must be', 'Meaning'), row('---', '---', '---', '---')].join('\n')}
${Object.entries(SETTINGS)
  .map(([name, { standard, rule, meaning }]) => row(code(name), code(standard), rule, meaning))
  .join('\n')}

## The functions

Each becomes an environment variable of the same name. A function whose environment is not valid answers 503 to everything.

${[row('Key', 'Default', 'Meaning'), row('---', '---', '---')].join('\n')}
${Object.entries(VARIABLES)
  .map(([name, meaning]) => row(code(name), code(defaults[name] ?? ''), meaning))
  .join('\n')}

What belongs to one tenant stands in its \`settings\`: see \`PATCH /auth/admin/api/tenants/{id}\` in [openapi.json](openapi.json).
`;
}
