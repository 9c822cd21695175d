// Builds the launch bundle into a folder: the template, the files it names, the Terraform module, and a page about them.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundle } from '../../../bundling/bundle.ts';
import type { Given } from '../../../settings/context.ts';
import { validateWithNag } from '../../../stack/nag.ts';
import { ROOT } from '../build.ts';
import { noticesFor } from '../notices.ts';
import { createLaunchStack, FOLDER } from './stack.ts';
import { zip } from './zip.ts';

export const LAUNCH = 'launch';
/** The files to upload, as they are, to the folder of the bucket. */
export const ASSETS = 'assets';
export const TEMPLATE = 'gatehouse.template.json';
const TERRAFORM = 'infra/terraform';
const GUIDE = 'docs/guides/launch-without-cdk.md';

type Assets = { files: Record<string, { source: { path: string; packaging: string } }> };

/** Writes the bundle into `directory`, which must be empty. `given`: settings that are fixed in its template. */
export async function buildLaunch(directory: string, given: Given = {}): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'gatehouse-launch-'));
  try {
    const [bundles, outdir] = [join(work, 'functions'), join(work, 'assembly')];
    const { inputs } = await bundle(bundles);
    const notices = noticesFor(ROOT, Object.keys(inputs));
    if (notices) await writeFile(join(directory, 'THIRD-PARTY-LICENSES'), notices);
    const context = { '@aws-cdk/core:validateAgainstDefaultRules': true };
    const app = new App({ outdir, analyticsReporting: false, treeMetadata: false, context });
    const { artifactId, templateFile } = createLaunchStack(app, given, bundles);
    validateWithNag(app);
    app.synth();
    const { files } = JSON.parse(await readFile(join(outdir, `${artifactId}.assets.json`), 'utf8')) as Assets;
    const template = await readFile(join(outdir, templateFile), 'utf8');
    await mkdir(join(directory, ASSETS));
    await writeFile(join(directory, ASSETS, TEMPLATE), await packed(template, files, outdir, directory));
  } finally {
    await rm(work, { recursive: true });
  }
  await cp(join(ROOT, TERRAFORM), join(directory, 'terraform'), { recursive: true });
  await cp(join(ROOT, GUIDE), join(directory, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const manifest = { name: `${FOLDER}-${LAUNCH}`, version, license, private: true };
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the file of each function, and returns the template that names it by its SHA-256, so that people can compare it. */
async function packed(template: string, files: Assets['files'], outdir: string, directory: string): Promise<string> {
  let text = template;
  for (const [id, { source }] of Object.entries(files)) {
    if (source.packaging !== 'zip') continue; // the template itself
    const content = zip(join(outdir, source.path));
    const name = `${createHash('sha256').update(content).digest('hex')}.zip`;
    await writeFile(join(directory, ASSETS, name), content);
    text = text.replaceAll(`${FOLDER}/${id}.zip`, `${FOLDER}/${name}`);
  }
  return text;
}
