// Applies the face of the tenant: its name, logo, colours and links. The service has checked that accent and background
// differ enough; what is derived from them here is checked, too.
import { signal } from '@preact/signals';
import type { Branding } from '../../../packages/client/index.ts';

/** `undefined`: the face is ours. */
export const brand = signal<Branding | undefined>(undefined);

type Palette = Branding['colors']['light'];

/** The least contrast of texts that are paler than others (WCAG 2.2, 1.4.6: what is left of it is above 4.5). */
const STRONG = 8;

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Mixes text into the background. Colours that are close to each other leave no room for shades. */
const shade = ({ text, background }: Palette, part: number, otherwise: string): string =>
  contrast(text, background) < STRONG ? otherwise : `color-mix(in srgb, ${text} ${part}%, ${background})`;

/** The custom properties of style.css that follow from a palette. */
const PROPERTIES: Readonly<Record<string, (palette: Palette) => string>> = {
  '--accent': ({ accent }) => accent,
  '--on-accent': ({ onAccent }) => onAccent,
  '--surface': ({ background }) => background,
  '--text': ({ text }) => text,
  '--page': (palette) => shade(palette, 4, palette.background),
  '--quiet': (palette) => shade(palette, 75, palette.text),
  '--edge': (palette) => shade(palette, 58, palette.text),
  '--line': (palette) => shade(palette, 18, palette.text),
};

/** Shows the pages with this face. */
export function show(next: Branding | undefined): void {
  brand.value = next;
  const { style } = document.documentElement;
  for (const [name, of] of Object.entries(PROPERTIES)) {
    if (next) style.setProperty(name, `light-dark(${of(next.colors.light)}, ${of(next.colors.dark)})`);
    else style.removeProperty(name);
  }
}
