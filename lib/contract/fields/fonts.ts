// Lists the fonts of sign-in pages. Each is a stack of what systems have, so that no page loads a file (the stacks are
// those of modernfontstacks.com, CC0).

/** Name -> value of `font-family`. Absent: the font of the system. */
export const FONTS = {
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  geometric: "Avenir, Montserrat, Corbel, 'URW Gothic', sans-serif",
  classical: "Optima, Candara, 'Noto Sans', sans-serif",
  grotesque: "Inter, Roboto, 'Helvetica Neue', 'Arial Nova', 'Nimbus Sans', Arial, sans-serif",
  rounded: "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, 'Arial Rounded MT', Calibri, sans-serif",
  industrial: "Bahnschrift, 'DIN Alternate', 'Franklin Gothic Medium', 'Nimbus Sans Narrow', sans-serif",
  transitional: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif",
  oldStyle: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, serif",
  slab: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif",
  didone: "Didot, 'Bodoni MT', 'Noto Serif Display', 'URW Palladio L', P052, Sylfaen, serif",
  mono: "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
} as const;
export type Font = keyof typeof FONTS;
