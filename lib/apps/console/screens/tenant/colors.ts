// Computes the colours of a sign-in page as the service does (lib/contract/branding.ts). A test compares the two.

export type Palette = { accent: string; background: string };
export type Mode = 'light' | 'dark';

/** What applies where neither the tenant nor the deployment chooses. */
export const OUR_COLORS: Readonly<Record<Mode, Palette>> = {
  light: { accent: '#1d4ed8', background: '#ffffff' },
  dark: { accent: '#93b4ff', background: '#101828' },
};
export const LEAST_CONTRAST = 4.5;

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, which has more contrast to the colour. */
export const textOn = (color: string): string =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff';

const isColor = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

/** Returns the colours of a mode. It has one source: the tenant if it chooses one of the two, else the deployment. */
export function paletteOf(mode: Mode, own: Partial<Palette>, ofDeployment: Partial<Palette> = {}): Palette {
  const chosen = isColor(own.accent) || isColor(own.background) ? own : ofDeployment;
  const ours = OUR_COLORS[mode];
  return {
    accent: isColor(chosen.accent) ? chosen.accent : ours.accent,
    background: isColor(chosen.background) ? chosen.background : ours.background,
  };
}
