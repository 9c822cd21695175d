// Folds the case of texts: the one rule behind every operator that ignores case.

/**
 * Returns the text in NFC and lower case, independent of a locale. A sigma has one small form: `toLowerCase` chooses
 * by position, so that a folded prefix would not be a prefix of the folded text.
 */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
