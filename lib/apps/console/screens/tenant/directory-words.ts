// Says the texts of the directories of a tenant.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant/directories.ts';

export const say = partOf(en, async () => (await import('../../words/de/tenant/directories.ts')).de);
