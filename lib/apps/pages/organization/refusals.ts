// Explains what only this page is refused, and finds the field of a form that it is about.
import type { ClientErrorCode } from '../../../packages/client/index.ts';
import { voice } from '../../kit/voice.ts';
import '../words/errors.ts';
import { type OrganizationWord, say } from '../words/organization.ts';

const BY_CODE: Readonly<Partial<Record<ClientErrorCode, OrganizationWord>>> = {
  MISSING_REQUIRED_PERMISSIONS: 'refusedLacking',
  FORBIDDEN: 'refusedOwn',
  USER_NOT_FOUND: 'refusedGone',
  ROLE_NOT_FOUND: 'refusedRole',
  INVITATION_NOT_FOUND: 'refusedInvitation',
  USER_ALREADY_EXISTS: 'refusedTaken',
  PHONE_ALREADY_EXISTS: 'refusedTaken',
};

const { explain, fieldsOf } = voice;
const own = (code: ClientErrorCode): OrganizationWord | undefined =>
  Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;

Object.assign(voice, {
  explain: (error) => {
    const word = own(error.code);
    return word ? say(word) : explain(error);
  },
  fieldsOf: (error) => (own(error.code) === 'refusedTaken' ? { fields: ['address'] } : fieldsOf(error)),
} satisfies Partial<typeof voice>);
