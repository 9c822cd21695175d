// Reads the paths of attributes: `userName`, `name.familyName`, `urn:…:User:department`, `emails[type eq "work"].value`.
import { refuse, type ScimType } from './errors.ts';
import type { Attribute, Part, ResourceType } from './schema.ts';

/** An attribute, or a part of one. */
export type Target = { attribute: Attribute; part?: Part };

const NAME = /^[A-Za-z$][\w$-]*$/;

/** Returns the attribute that a path without a filter names, in any case; `undefined` if there is none. */
export function targetAt(type: ResourceType, path: string): Target | undefined {
  const { schema, rest } = withoutSchema(type, path);
  const [name = '', partName, ...more] = rest.split('.');
  if (more.length || !NAME.test(name)) return undefined;
  const attribute = type.attributes.get(`${schema}${name}`.toLowerCase());
  if (!attribute || partName === undefined) return attribute && { attribute };
  const part = attribute.parts.get(partName.toLowerCase());
  return part && { attribute, part };
}

/** Takes the URN of a schema off. That of the core is optional, and an extension's is part of the keys of its attributes. */
function withoutSchema(type: ResourceType, path: string): { schema: string; rest: string } {
  const lower = path.toLowerCase();
  const found = [type.core, ...type.extensions].find(({ id }) => lower.startsWith(`${id.toLowerCase()}:`));
  if (!found) return { schema: '', rest: path };
  return { schema: found === type.core ? '' : `${found.id}:`, rest: path.slice(found.id.length + 1) };
}

/** The extension that a path names as a whole. */
export const extensionAt = (type: ResourceType, path: string) =>
  type.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());

/** Returns the attribute at the path. Throws `scimType`. */
export const requireTarget = (type: ResourceType, path: string, scimType: ScimType): Target =>
  targetAt(type, path) ?? refuse(scimType, 'The path names no attribute of the schema.');
