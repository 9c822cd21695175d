// Writes what a run found as a table for docs/explanation/model.md.
import { RULES, type RuleId } from '../rules.ts';
import type { Explored, Found } from './explore.ts';

const findingsOf = (rule: RuleId): string => RULES[rule].findings.join(', ') || '–';

const row = ({ rule, seed, stepsUntilFound, smallest }: Found): string =>
  `| ${findingsOf(rule)} | \`${rule}\` | ${seed} | ${stepsUntilFound} | ${smallest.case.steps.length} |`;

/** Returns a Markdown table, in the order of the rules. */
export function tableOf({ found }: Explored): string {
  const order = Object.keys(RULES);
  const sorted = found.toSorted((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule));
  return [
    '| Finding | Rule | Seed | Steps until found | Steps after shrinking |',
    '|---|---|---|---|---|',
    ...sorted.map(row),
  ].join('\n');
}
