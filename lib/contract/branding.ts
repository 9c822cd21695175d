// Declares colours and links of sign-in pages, and the contrast that colours must have. A tenant's settings and a setting
// of the deployment use it.
import * as z from 'zod/mini';
import { FONTS, type Font } from './fields/fonts.ts';
import { isReadable } from './readable.ts';

/** The least contrast of text (WCAG 2.2, 1.4.3, level AA). */
export const LEAST_CONTRAST = 4.5;
const BLACK = '#000000';
const WHITE = '#ffffff';

export type Mode = 'light' | 'dark';
/** Ours: what applies where neither the tenant nor the deployment chooses. */
export const OUR_COLORS = {
  light: { accent: '#1d4ed8', background: WHITE },
  dark: { accent: '#93b4ff', background: '#101828' },
} as const satisfies Record<Mode, object>;

/** The relative luminance of `#rrggbb` (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21. It is not rounded: 4.499 is less than 4.5. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, which has more contrast to the colour: always at least 4.58, because (1.05 / 0.05) ** 0.5 is. */
export const textOn = (color: string): string => (contrast(color, BLACK) >= contrast(color, WHITE) ? BLACK : WHITE);

/** Six digits, nothing else: no text of a style sheet fits in. */
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

const paletteOf = (mode: Mode) => {
  const ours = OUR_COLORS[mode];
  return z.object({ accent: z.optional(color), background: z.optional(color) }).check(
    z.refine(
      ({ accent = ours.accent, background = ours.background }) => contrast(accent, background) >= LEAST_CONTRAST,
      {
        path: ['accent'],
        error: `must have a contrast of at least ${LEAST_CONTRAST}:1 to the background (WCAG 2.2, 1.4.3)`,
      },
    ),
  );
};

export const brandColors = z.object({
  light: z.optional(paletteOf('light')),
  dark: z.optional(paletteOf('dark')),
});

/** An https address without user. Links of pages receive no code, so that loopback is no use. */
function isHttps(text: string): boolean {
  if (!URL.canParse(text) || !isReadable(text) || /[\s\\"'<>]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && !username && !password;
}
const link = z.string().check(z.maxLength(512), z.refine(isHttps, 'must be an https URL without user'));

export const brandLinks = z.object({
  terms: z.optional(link),
  privacy: z.optional(link),
  support: z.optional(link),
});

/** Choices of a few: no text of a style sheet fits in. */
const frame = z.enum(['card', 'none']);
export const brandStyle = z.object({
  corners: z.optional(z.enum(['square', 'rounded', 'pill'])),
  font: z.optional(z.enum(['system', ...(Object.keys(FONTS) as Font[])])),
  frame: z.optional(frame),
});
/** The same as a page applies it: values of CSS, absent for those that the page has by itself. */
export const brandStyleReply = z.object({
  borderRadius: z.optional(z.string()),
  fontFamily: z.optional(z.string()),
  frame,
});

export type BrandColors = z.output<typeof brandColors>;
export type BrandLinks = z.output<typeof brandLinks>;

/** The branding of a deployment: what its tenants have unless they choose. */
export const deploymentBranding = z.strictObject({
  colors: z.optional(brandColors),
  links: z.optional(brandLinks),
  style: z.optional(brandStyle),
});
export type DeploymentBranding = z.output<typeof deploymentBranding>;
