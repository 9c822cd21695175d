// Applies the face of the tenant: its name, logo, colours, links and style. The service has checked that accent and background
// differ enough; what is derived from them here is checked, too.
import { signal } from '@preact/signals';
import type { Branding } from '../../../packages/client/index.ts';

/** `undefined`: the face is ours. */
export const brand = signal<Branding | undefined>(undefined);

type Palette = Branding['colors']['light'];

/** The least contrast of texts that are paler than others (WCAG 2.2, 1.4.6: what is left of it is above 4.5). */
const STRONG = 8;

/** The relative luminance of `#rrggbb` (WCAG 2.2, without its exception for the darkest: it makes no difference here). */
const luminance = (color: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
    const part = Number(`0x${color.slice(at * 2 + 1, at * 2 + 3)}`) / 255;
    return sum + weight * ((part + 0.055) / 1.055) ** 2.4;
  }, 0.05);

/** How much of the text is in a shade, in percent. */
const SHADES = { page: 4, quiet: 75, edge: 58, line: 18 };

/** The colours of style.css that follow from a palette. */
function colorsOf({ accent, onAccent, background, text }: Palette): Record<string, string> {
  // The text is black or white, which has more contrast.
  const light = luminance(background);
  const isStrong = Math.max(light / 0.05, 1.05 / light) >= STRONG;
  const colors: Record<string, string> = { accent, 'on-accent': onAccent, surface: background, text };
  // Colours that are close to each other leave no room for shades: all is text, but the page.
  for (const [name, part] of Object.entries(SHADES))
    colors[name] = `color-mix(in srgb, ${text} ${isStrong ? part : part > 4 ? 100 : 0}%, ${background})`;
  return colors;
}

/** Shows the pages with this face. */
export function show(next: Branding | undefined): void {
  brand.value = next;
  const { style, dataset } = document.documentElement;
  const { borderRadius = '', fontFamily = '', frame = '' } = next?.style ?? {};
  style.cssText = '';
  style.fontFamily = fontFamily;
  style.setProperty('--radius', borderRadius);
  dataset.frame = frame;
  if (!next) return;
  const dark = colorsOf(next.colors.dark);
  for (const [name, color] of Object.entries(colorsOf(next.colors.light)))
    style.setProperty(`--${name}`, `light-dark(${color}, ${dark[name]})`);
}
