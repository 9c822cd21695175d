// The function of the login probe (infra/probe-stack.ts). A failure is an error of the function, which the alarm counts.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type ProbeAccount, ProbeFailed, probe } from './probe.ts';

const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } as const;

/** Writes one line with the result. Throws `ProbeFailed`. */
export async function handler(): Promise<void> {
  const { GATEHOUSE_BASE_URL: baseUrl = '', GATEHOUSE_PROBE_SECRET: secret = '' } = process.env;
  const started = performance.now();
  const write = (level: string, result: object): void => {
    const line = { time: new Date().toISOString(), level, event: 'login_probe', ...result };
    process.stdout.write(`${JSON.stringify({ ...line, ms: Math.round(performance.now() - started) })}\n`);
  };
  try {
    await probe(baseUrl, await readAccount(secret));
    write('info', { outcome: 'ok' });
  } catch (error) {
    const failed = error instanceof ProbeFailed ? error : new ProbeFailed('probe: failed by itself');
    write('error', { outcome: 'failed', reason: failed.message });
    throw failed;
  }
}

/** Throws `ProbeFailed`, which quotes nothing of the secret: a parser's own message would. */
async function readAccount(secret: string): Promise<ProbeAccount> {
  const client = new SecretsManagerClient({ maxAttempts: 2, requestHandler: TIMEOUTS });
  const { SecretString: text = '' } = await client
    .send(new GetSecretValueCommand({ SecretId: secret }))
    .catch((error) => {
      const isEmpty = error instanceof Error && error.name === 'ResourceNotFoundException';
      throw new ProbeFailed(isEmpty ? 'secret: it has no value yet' : 'secret: Secrets Manager does not respond');
    });
  const account = parsed(text);
  if (!account) throw new ProbeFailed('secret: it must be JSON with tenantId, email and password');
  return account;
}

function parsed(text: string): ProbeAccount | undefined {
  try {
    const { tenantId, email, password } = JSON.parse(text);
    const isComplete = [tenantId, email, password].every((each) => typeof each === 'string' && each !== '');
    return isComplete ? { tenantId, email, password } : undefined;
  } catch {
    return undefined;
  }
}
