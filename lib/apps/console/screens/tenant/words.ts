// Says the texts of a tenant, and knows what every part gets.

import type { Tenant } from '../../../../packages/client/index.ts';
import { language, partOf } from '../../kit.ts';
import { en } from '../../words/en/tenant.ts';
import { en as settings } from '../../words/en/tenant-settings.ts';
import type { FieldPath, OptionPath } from './settings.ts';

export const say = partOf(en, async () => (await import('../../words/de/tenant.ts')).de);

const saySetting = partOf(settings, async () => (await import('../../words/de/tenant-settings.ts')).de);

// A setting without a text does not compile here.
export const labelOf = (path: FieldPath | OptionPath): string => saySetting(path);
export const meaningOf = (path: FieldPath): string => saySetting(`${path}?`);

/** What counts without a language: it is of both messages and pages. */
export const noLanguage = (): string => saySetting('locale-default');

/** Returns a language as people call it, with its tag. */
export const languageName = (tag: string): string =>
  `${new Intl.DisplayNames(language.value, { type: 'language' }).of(tag)} (${tag})`;

export type PartProps = { tenant: Tenant };
