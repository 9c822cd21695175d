// Says the texts of a tenant, and knows what every part gets.

import type { Tenant } from '../../../../packages/client/index.ts';
import { language, partOf } from '../../kit.ts';
import { en as branding } from '../../words/en/tenant/branding.ts';
import { en } from '../../words/en/tenant.ts';
import { en as settings } from '../../words/en/tenant-settings.ts';
import type { FieldPath, OptionPath } from './settings.ts';

export const say = partOf(en, (tag) => import(`../../words/others/${tag}/tenant.ts`));

const sayBranding = partOf(branding, (tag) => import(`../../words/others/${tag}/tenant/branding.ts`));
const saySetting = partOf(settings, (tag) => import(`../../words/others/${tag}/tenant-settings.ts`));

// A setting without a text does not compile here.
const textOf = (name: keyof typeof settings | keyof typeof branding): string =>
  name in branding ? sayBranding(name as keyof typeof branding) : saySetting(name as keyof typeof settings);
export const labelOf = (path: FieldPath | OptionPath): string => textOf(path);
export const meaningOf = (path: FieldPath): string => textOf(`${path}?`);

/** What counts without a language: it is of both messages and pages. */
export const noLanguage = (): string => saySetting('locale-default');

/** Returns a language as people call it, with its tag. */
export const languageName = (tag: string): string =>
  `${new Intl.DisplayNames(language.value, { type: 'language' }).of(tag)} (${tag})`;

export type PartProps = { tenant: Tenant };
