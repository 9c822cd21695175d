// Serves Secrets Manager as far as the functions call it. Secrets can change, and the service can fail.
import { close, createServer, listen } from '../../../infra/tools/local/ports.ts';

export type SecretsManager = {
  endpoint: string;
  /** By name; read with each call. */
  secrets: Map<string, string>;
  /** `down`: it responds with 500. `silent`: it takes calls and never responds. */
  fail: (how: 'down' | 'silent' | undefined) => void;
  /** Calls so far. */
  calls: () => number;
  stop: () => Promise<void>;
};

export async function startSecretsManager(secrets: Readonly<Record<string, string>>): Promise<SecretsManager> {
  const values = new Map(Object.entries(secrets));
  let trouble: 'down' | 'silent' | undefined;
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls++;
    if (trouble === 'silent') return;
    const { SecretId: name } = JSON.parse(Buffer.concat(chunks).toString());
    const value = values.get(name);
    const body =
      trouble === 'down'
        ? { __type: 'InternalServiceError' }
        : value === undefined
          ? { __type: 'ResourceNotFoundException' }
          : { Name: name, SecretString: value, VersionId: '1' };
    const status = trouble === 'down' ? 500 : value === undefined ? 400 : 200;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    endpoint,
    secrets: values,
    fail: (how) => {
      trouble = how;
    },
    calls: () => calls,
    stop: () => close(server),
  };
}
