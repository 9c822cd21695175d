// Times a complete synthesis of the template: bundling, constructs, cdk-nag and the schemas of CloudFormation.
// Asserted.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Section } from '../harness/report.ts';

const APP = fileURLToPath(new URL('../../../infra/app.ts', import.meta.url));
const MAX_SECONDS = 60;
const PROFILES = ['standard', 'hardened'];

export async function synth(): Promise<Section> {
  const rows = [];
  for (const profile of PROFILES) {
    const seconds = await timeSynth({ profile, sender: 'Gatehouse <no-reply@example.com>' });
    rows.push({ profile, seconds, limit: MAX_SECONDS });
  }
  const exceeded = rows.filter(({ seconds }) => seconds > MAX_SECONDS).map(({ profile }) => `synth, ${profile}`);
  return { tables: [{ title: 'Synthesis', rows }], exceeded };
}

async function timeSynth(context: Record<string, string>): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-synth-'));
  const env = { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const started = performance.now();
  try {
    await promisify(execFile)(process.execPath, [APP], { env });
    return (performance.now() - started) / 1000;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
