// Says the texts of the page for devices.

import { en } from './device/en.ts';
import { addWords } from './index.ts';

/** Returns a text of the page for devices, or of all pages. */
export const say = addWords(en, {
  de: () => import('./device/de.ts'),
  fr: () => import('./device/fr.ts'),
  es: () => import('./device/es.ts'),
  it: () => import('./device/it.ts'),
  'pt-BR': () => import('./device/pt-BR.ts'),
  nl: () => import('./device/nl.ts'),
  pl: () => import('./device/pl.ts'),
  ja: () => import('./device/ja.ts'),
  ko: () => import('./device/ko.ts'),
  'zh-Hans': () => import('./device/zh-Hans.ts'),
  ar: () => import('./device/ar.ts'),
});
