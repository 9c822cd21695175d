// Sections that were measured with `--record`, for docs/explanation/performance.md.
import type { Section } from './harness/report.ts';

/** A section with the day and the machine on which it was measured, and the command if it had options. */
export type Recorded = Section & { on: string; machine: string; command?: string };

/** Returns where a recorded section is kept. */
export const recordedUrl = (name: string): URL =>
  new URL(`../../docs/explanation/measurements/${name}.json`, import.meta.url);
