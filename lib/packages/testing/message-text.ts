// Finds the code or the link in the text of a message.

const CODE = /(?<!\d)\d{6}(?!\d)/;
const LINK = /https?:\/\/[^\s<>"']*[?&#]token=([^\s<>"'&]+)[^\s<>"']*/;

/** Returns the code of six digits. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[0];

/** Returns the link with a token. */
export const linkIn = (text: string): string | undefined => LINK.exec(text)?.[0];

/** Returns the token of such a link. */
export const tokenIn = (link: string): string => decodeURIComponent(LINK.exec(link)?.[1] ?? '');
