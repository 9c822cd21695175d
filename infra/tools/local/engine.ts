// Starts the DynamoDB engine of a local run: a child process that speaks the real protocol, in memory or on a file.
import { UserError } from '../../user-error.ts';
import { binary, startEmbedded } from './engines/embedded.ts';
import { type Engine, responds } from './engines/process.ts';
import { freePort } from './ports.ts';

export type { Engine };

const KINDS = ['embedded', 'java', 'docker'] as const;
type Kind = (typeof KINDS)[number];
/** What GATEHOUSE_ENGINE selects: a kind, or a DynamoDB Local that already runs, for many callers to share. */
type Choice = { kind?: Kind; shared?: string };

const WAYS =
  'Install Java 17 or newer, or Docker, or set AWS_ENDPOINT_URL_DYNAMODB to the address of a DynamoDB engine.';

/**
 * Starts the engine that GATEHOUSE_ENGINE selects, or uses `endpoint`. By default it is the embedded engine; where there
 * is none, DynamoDB Local in Java or else in Docker, and a line says so. Throws `UserError` if none is possible here, or
 * if it does not start.
 */
export async function startEngine(
  directory: string | undefined,
  endpoint: string | undefined,
  port?: number,
): Promise<Engine> {
  if (endpoint) {
    if (!(await responds(endpoint))) throw new UserError(`no DynamoDB engine responds at ${endpoint}`);
    return { endpoint, pid: undefined, stop: async () => {} };
  }
  const { kind, shared } = choice(process.env.GATEHOUSE_ENGINE);
  // A caller that names a directory or a port may kill the engine and start it again. A shared one has other callers.
  if (shared && directory === undefined && port === undefined) {
    return (await import('./engines/shared.ts')).shareEngine(shared);
  }
  const at = port ?? (await freePort());
  const program = binary();
  if (program && (kind ?? 'embedded') === 'embedded') return startEmbedded(program, directory, at);
  const { hasJava, startDynamoDbLocal } = await import('./engines/dynamodb-local.ts');
  const { hasDocker, startInDocker } = await import('./engines/docker.ts');
  if (kind !== 'docker' && kind !== 'embedded' && hasJava()) {
    report('Java', kind);
    return startDynamoDbLocal(directory, at);
  }
  if (kind !== 'java' && kind !== 'embedded' && hasDocker()) {
    report('Docker', kind);
    return startInDocker(directory, at);
  }
  const missing = kind === undefined ? `no DynamoDB engine for ${process.platform}-${process.arch}` : `no ${kind} here`;
  throw new UserError(`${missing}. ${WAYS}`);
}

/** Says which engine runs, unless it was selected. */
function report(where: string, kind: Kind | undefined): void {
  if (kind !== undefined) return;
  const machine = `${process.platform}-${process.arch}`;
  process.stderr.write(`gatehouse: DynamoDB Local runs in ${where}: there is no embedded engine for ${machine}\n`);
}

function choice(text = ''): Choice {
  if (text === '') return {};
  const kind = KINDS.find((each) => each === text);
  if (kind) return { kind };
  if (/^http:\/\/127\.0\.0\.1:\d+$/.test(text)) return { kind: 'java', shared: text };
  throw new UserError(`GATEHOUSE_ENGINE must be ${KINDS.join(', ')}, not ${text}`);
}
