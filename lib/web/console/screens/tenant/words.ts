// Says the texts of a tenant, and knows what every part gets.
import type { Tenant } from '../../../../client/index.ts';
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant.ts';
import type { FieldPath, OptionPath } from './settings.ts';

export const say = partOf(en, async () => (await import('../../words/de/tenant.ts')).de);

// A setting without a text does not compile here.
export const labelOf = (path: FieldPath | OptionPath): string => say(path);
export const meaningOf = (path: FieldPath): string => say(`${path}?`);

export type PartProps = { tenant: Tenant };
