// Finds the field of a form that an error is about.
import { expect, test } from '@jest/globals';
import { fieldOf } from '../../../lib/packages/react/submission.ts';

test.each([
  ['INVALID_CREDENTIALS', 'password'],
  ['PASSWORD_TOO_COMMON', 'password'],
  ['CURRENT_PASSWORD_INCORRECT', 'currentPassword'],
  ['NEW_PASSWORD_SAME_AS_CURRENT', 'newPassword'],
  ['EMAIL_ALREADY_EXISTS', 'email'],
  ['PHONE_ALREADY_EXISTS', 'phone'],
  ['VERIFICATION_CODE_INVALID', 'code'],
  ['MFA_CODE_INVALID', 'otp'],
  ['MFA_RECOVERY_CODE_INVALID', 'code'],
  ['RATE_LIMITED', undefined],
  ['NETWORK', undefined],
] as const)('%s is about the field %s', (code, field) => {
  expect(fieldOf({ code, message: '' })).toBe(field);
});

test.each([
  ['email: is required', 'email'],
  ['credentials.password: must be at least 1 characters long', 'password'],
  ['A query parameter must be sent once, without brackets.', undefined],
])('INVALID_INPUT with the message "%s" is about the field %s', (message, field) => {
  expect(fieldOf({ code: 'INVALID_INPUT', message })).toBe(field);
});
