// The fields of a user that are one line of text.
import { userTexts } from '../../../../contract/texts/user.ts';
import { textsOf } from '../../kit.ts';

export const texts = textsOf('user', userTexts);
/** Those that come after the addresses. */
export const FURTHER = texts.names.filter((name) => name !== 'name');
