// A new password, with the rule of the tenant.
import type { SignInPage } from '../../../packages/client/index.ts';
import { say } from '../words/index.ts';
import { Password } from './form.tsx';

/** NIST SP 800-63B 5.1.1.2: at least 8 characters, when the tenant is not known. */
const LEAST = 8;

export function NewPassword({ of, isFocused }: { of: SignInPage | undefined; isFocused?: boolean }) {
  const { minLength = LEAST, maxLength = 128 } = of?.password ?? {};
  return (
    <Password
      name="newPassword"
      label={say('newPassword')}
      autocomplete="new-password"
      minLength={minLength}
      maxLength={maxLength}
      hint={say('passwordHint', { min: minLength })}
      isFocused={isFocused}
    />
  );
}
