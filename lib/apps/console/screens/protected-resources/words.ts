// The texts of the screens of protected resources.
import { partOf } from '../../kit.ts';
import { en } from '../../words/en/protected-resources.ts';

export const say = partOf(en, async () => (await import('../../words/de/protected-resources.ts')).de);
