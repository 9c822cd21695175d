// Merges the reports of several rehearsals.
import type { Finding } from './findings.ts';
import type { FunctionReport } from './runtime/functions.ts';

export type Report = { functions: FunctionReport[]; findings: Finding[] };

/** Merges the reports of each function: sums, maxima and unions. */
export function mergeReports(reports: readonly Report[]): Report {
  const functions = new Map<string, FunctionReport>();
  for (const each of reports.flatMap((report) => report.functions)) {
    const known = functions.get(each.name);
    if (!known) functions.set(each.name, each);
    else
      functions.set(each.name, {
        ...known,
        invocations: known.invocations + each.invocations,
        starts: known.starts + each.starts,
        peakMb: Math.max(known.peakMb, each.peakMb),
        used: [...new Set([...known.used, ...each.used])],
      });
  }
  const findings = new Map<string, Finding>();
  for (const each of reports.flatMap((report) => report.findings)) {
    const key = `${each.kind} ${each.where} ${each.what}`;
    findings.set(key, { ...each, times: each.times + (findings.get(key)?.times ?? 0) });
  }
  return { functions: [...functions.values()], findings: [...findings.values()] };
}
