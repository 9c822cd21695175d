// Collects the resources of a deployment, and checks what one declaration says about another.
import type { Registry, Relation, Resource } from './resource.ts';

/**
 * Returns the resources by name. Throws at start-up if two have the same name or prefix, a relation or reference leads
 * to no resource, or a relation to many has no index that serves it.
 */
export function registry<const All extends Registry>(resources: All): All {
  const prefixes = new Set<string>();
  for (const [name, resource] of Object.entries(resources)) {
    if (resource.name !== name) throw new Error(`the resource ${resource.name} is registered as ${name}`);
    if (prefixes.has(resource.prefix)) throw new Error(`two resources have the prefix ${resource.prefix}`);
    prefixes.add(resource.prefix);
    for (const { to } of Object.values(resource.fields)) if (to !== undefined) requireResource(resources, name, to);
    for (const [relation, target] of Object.entries(resource.relations))
      requireTarget(resources, name, relation, target);
  }
  return resources;
}

function requireTarget(resources: Registry, name: string, relation: string, { kind, to, field }: Relation): void {
  const target = requireResource(resources, name, to);
  if (kind === 'one') {
    if (resources[name]?.fields[field]?.to !== to) throw new Error(`${name}.${field} is no reference to ${to}`);
    return;
  }
  if (target.fields[field]?.to !== name) throw new Error(`${to}.${field} is no reference to ${name}`);
  const isServed = target.indexes.some(([first]) => first === field);
  if (!isServed) throw new Error(`${name}.${relation} needs an index of ${to} that begins with ${field}`);
}

function requireResource(resources: Registry, name: string, to: string): Resource {
  const found = Object.hasOwn(resources, to) ? resources[to] : undefined;
  if (!found) throw new Error(`${name} refers to ${to}, which is no resource`);
  return found;
}
