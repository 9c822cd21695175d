// Records what each operation costs each key, writes docs/explanation/scale.md, and fails if a mix makes a key too hot.
import { writeFileSync } from 'node:fs';
import type { Section } from '../harness/report.ts';
import { HOLDS, MIXES } from '../heat/mixes.ts';
import { heatOf, totalOf } from '../heat/model.ts';
import { type Recorded, recordHeat } from '../heat/record.ts';
import { RECORDED, writePage } from '../heat/scale.ts';

/** Returns a sentence for each mix in which a key has more than its share of the limit. */
export const tooHot = (recorded: Recorded): string[] =>
  MIXES.flatMap((mix) =>
    heatOf(recorded, mix)
      .filter(({ part }) => part > HOLDS)
      .map(({ shape, part }) => `${mix.name}: ${shape.name} has ${Math.round(part * 100)} % of the limit of a key`),
  );

export async function heat(): Promise<Section> {
  const recorded = await recordHeat();
  writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
  writePage();
  const rows = MIXES.map((mix) => {
    const [hottest] = heatOf(recorded, mix);
    const { read, write, partitions } = totalOf(recorded, mix);
    return {
      mix: mix.name,
      'read/s': read,
      'write/s': write,
      partitions,
      'hottest key': hottest?.shape.name,
      'of its limit, %': Math.round((hottest?.part ?? 0) * 100),
    };
  });
  const notes = ['computed from recorded units; all tables are in docs/explanation/scale.md'];
  return { tables: [{ title: 'Heat of keys (asserted)', rows, notes }], exceeded: tooHot(recorded) };
}
