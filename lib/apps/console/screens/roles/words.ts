// The texts of the screens of roles.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/roles.ts';

export const say = partOf(en, async () => (await import('../../words/de/roles.ts')).de);
