// A new password, with the rule of the tenant.
import { Password } from '../../kit/form.tsx';
import { say } from '../../kit/words/index.ts';
import { tenant } from './request.ts';

/** NIST SP 800-63B 5.1.1.2: at least 8 characters, when the tenant is not known. */
const LEAST = 8;

export function NewPasswordField({ isFocused }: { isFocused?: boolean }) {
  const { minLength = LEAST, maxLength = 128 } = tenant.value?.password ?? {};
  return (
    <Password
      name="newPassword"
      label={say('newPassword')}
      autocomplete="new-password"
      minLength={minLength}
      maxLength={maxLength}
      hint={say('passwordHint', { min: minLength })}
      isFocused={isFocused ?? false}
    />
  );
}
