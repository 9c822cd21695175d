// Knows the defaults that the deployment decides, for admins who may see them.
import { duration, isOfDeployment, may, number, useRead } from '../../kit.ts';
import type { Leaf } from './settings.ts';
import { say } from './words.ts';

/** Name of a setting or a limit of the deployment -> its value. */
export type Defaults = ReadonlyMap<string, string>;

/** Reads the settings of the deployment. Empty for admins of single tenants, who may not see them. */
export function useDefaults(): Defaults {
  const { data } = useRead('adminConsole.deployment', may('read') && isOfDeployment() ? {} : undefined);
  const settings = data?.settings.map(({ name, value, default: otherwise }) => [name, value ?? otherwise] as const);
  const limits = data?.limits.map(({ name, value }) => [name, String(value)] as const);
  return new Map([...(settings ?? []), ...(limits ?? [])].filter((each): each is [string, string] => each[1] !== null));
}

/** Returns a value of the setting as people read it. */
export function written(leaf: Leaf, value: string): string {
  if (leaf.kind === 'seconds') return duration(Number(value));
  if (leaf.kind === 'number') return number(Number(value));
  return leaf.kind === 'codes' ? value.replaceAll(',', ' ') : value;
}

/** Returns what counts if nothing is chosen. `undefined`: the label says it, or nothing does. */
export function defaultOf(leaf: Leaf, defaults: Defaults): string | undefined {
  if (leaf.kind === 'number' && leaf.default !== undefined) return number(leaf.default);
  const name = 'ofDeployment' in leaf ? leaf.ofDeployment : undefined;
  if (name === undefined) return undefined;
  const value = defaults.get(name);
  return value === undefined ? say('ofDeployment') : say('ofDeploymentIs', { value: written(leaf, value) });
}
