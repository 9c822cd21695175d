// Writes a call as curl and as TypeScript, for "Copy as …". Secrets are replaced.
import { base } from '../../kit/base.ts';
import { type Call, routeOf } from './operations.ts';

const SECRET = /^(password|newPassword|currentPassword|secretKey|otp|clientSecret)$/;

/** Returns the value with its secrets replaced by an ellipsis. */
const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? {}), (name, each) => (SECRET.test(name) && typeof each === 'string' ? '…' : each));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the command. The session is that of a login with `curl -c cookies.txt`. */
export function asCurl({ operation, input }: Call): string {
  const { method, path: template } = routeOf(operation);
  const values = withoutSecrets(input) as Record<string, unknown>;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.entries(values).filter(([name]) => !template.includes(`{${name}}`));
  const query = method === 'GET' ? rest.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`) : [];
  const lines = [
    `curl -b cookies.txt${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${base}${path}${query.length ? `?${query.join('&')}` : ''}`)}`,
  ];
  if (method !== 'GET' && rest.length)
    lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`);
  return lines.join(' \\\n  ');
}

/** Returns the statement. `client` is what `createAdminClient` or `createClient` returns. */
export function asTypeScript({ operation, input }: Call): string {
  const text = JSON.stringify(withoutSecrets(input), null, 2).replace(/^(\s+)"([a-zA-Z_]\w*)":/gm, '$1$2:');
  return `await client.${operation}(${text === '{}' ? '' : text});`;
}
