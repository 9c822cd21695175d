// Proposes the short name of a tenant.

/** What letters become that are not those of a short name with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
};

/** Returns the short name that a name suggests: `Café Müller & Co.` becomes `cafe-mueller-co`. It may be empty. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßæøœłđ]/g, (letter) => LETTERS[letter] as string)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
