// Runs cases: sequences of random steps in a world of their own. A case is decided by its seed, and can be replayed with
// some of its steps left out.

import { type Random, random, weighted } from '../../world/random.ts';
import type { Args, Command, Step } from '../commands/command.ts';
import { COMMANDS, commandNamed, GROUPS } from '../commands/index.ts';
import type { RuleId } from '../rules.ts';
import { createWorld, drawShape, type Shape } from '../world/case.ts';
import type { Stage } from '../world/stage.ts';
import type { Violation, World } from '../world/world.ts';

export type Case = { seed: number; shape: Shape; steps: Step[] };
type Choice = { command: Command; args: Args };
export type Outcome = { case: Case; world: World };

/** Commands of the groups of a case are this much likelier than others. */
const FAVOURED = 4;
const OTHERS = 0.25;
/** One in so many choices is one that must fail. */
const VAIN = 5;
/** Where in a case things end, and how much likelier that is there. */
const MIDDLE = 0.6;
const ENDINGS = 6;
/** Choices of one command that the audit at the end tries. */
const AUDITED = 2;

/**
 * Runs a new case of `length` steps and the audit at its end. Stops at the first break of a rule that is not in
 * `ignored`.
 */
export async function runCase(
  stage: Stage,
  seed: number,
  length: number,
  ignored: ReadonlySet<RuleId> = new Set(),
): Promise<Outcome> {
  const chance = random(seed);
  const shape = drawShape(chance, GROUPS);
  const world = await createWorld(stage, shape);
  const steps: Step[] = [];
  const isBroken = () => world.violations.some(({ rule }) => !ignored.has(rule));
  const take = async (command: Command, args: Args) => {
    const step = { label: steps.length + 1, command: command.name, args };
    steps.push(step);
    await perform(world, step, command);
  };
  while (steps.length < length && !isBroken()) {
    const isMiddle = Math.abs(steps.length - length * MIDDLE) < 2;
    const choice = choose(world, shape, chance, steps, isMiddle);
    await take(choice.command, choice.args);
  }
  const takeAll = async (all: readonly Choice[]) => {
    for (const { command, args } of all) if (!isBroken() && isPossible(world, command, args)) await take(command, args);
  };
  await takeAll(auditOf(world, chance, 'vain'));
  if (!isBroken()) await take(commandNamed('time passes'), { time: '61 minutes' });
  await takeAll(auditOf(world, chance, 'owed'));
  return { case: { seed, shape, steps }, world };
}

/** Runs the steps again, in a new world. Steps that are no longer possible are left out. */
export async function replay(stage: Stage, { shape, steps, seed }: Case): Promise<Outcome> {
  const world = await createWorld(stage, shape);
  const taken: Step[] = [];
  for (const step of steps) {
    const command = commandNamed(step.command);
    if (!isPossible(world, command, step.args)) continue;
    taken.push(step);
    await perform(world, step, command);
  }
  return { case: { seed, shape, steps: taken }, world };
}

async function perform(world: World, step: Step, command: Command): Promise<void> {
  world.step = step.label;
  world.trace.push({ step: step.label, text: `${step.command} ${describeArgs(step.args)}` });
  try {
    await command.run(world, step.args);
  } catch (error) {
    throw new Error(`the model failed in "${step.command}"\n${traceOf(world)}`, { cause: error });
  }
}

/** Draws a command that is possible now, and one of its choices. */
function choose(world: World, shape: Shape, chance: Random, taken: readonly Step[], isMiddle: boolean): Choice {
  const mayRepeat = ({ name, atMost }: Command): boolean =>
    atMost === undefined || taken.filter(({ command }) => command === name).length < atMost;
  const weightOf = ({ weight, group, ends }: Command) =>
    (ends && isMiddle ? ENDINGS : 1) *
    (typeof weight === 'number' ? weight : weight(world)) *
    (group === 'base' ? 1 : shape.groups.includes(group) ? FAVOURED : OTHERS);
  const left = new Set(COMMANDS.filter(mayRepeat));
  for (;;) {
    const command = weighted(chance, [...left], weightOf);
    const vain = chance.below(VAIN) ? [] : (command.vain?.(world) ?? []);
    const options = vain.length ? vain : command.options(world);
    if (options.length) return { command, args: chance.of(isMiddle ? options : recentOf(options, chance)) };
    left.delete(command);
  }
}

/** The step that made the newest of the things that a choice names. */
const newestIn = (args: Args): number =>
  Math.max(0, ...Object.values(args).map((value) => Number(/@(\d+)/.exec(String(value))?.[1] ?? 0)));

/** People mostly go on with what is new: half of the time, only the choices about the newest things are left. */
function recentOf(options: readonly Args[], chance: Random): readonly Args[] {
  if (chance.below(2)) return options;
  const newest = Math.max(...options.map(newestIn));
  return options.filter((args) => newestIn(args) === newest);
}

const auditOf = (world: World, chance: Random, kind: 'vain' | 'owed'): Choice[] =>
  COMMANDS.flatMap((command) => chance.some(command[kind]?.(world) ?? [], AUDITED).map((args) => ({ command, args })));

const isSame = (one: Args, two: Args): boolean =>
  Object.keys(one).length === Object.keys(two).length && Object.keys(one).every((key) => one[key] === two[key]);
const isPossible = (world: World, command: Command, args: Args): boolean =>
  [command.options, command.vain, command.owed].some((list) => list?.(world).some((each) => isSame(each, args)));

export const describeArgs = (args: Args): string =>
  Object.entries(args)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');

/** The steps of a case with what was asked, what came back and which rule broke. */
export const traceOf = ({ trace }: World): string =>
  trace
    .map(({ step, text, times }) => `${String(step).padStart(4)}  ${text}${times ? ` (${times} times)` : ''}`)
    .join('\n');

export const firstOf = (world: World, rule: RuleId): Violation | undefined =>
  world.violations.find((each) => each.rule === rule);
