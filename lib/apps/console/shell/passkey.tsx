// A button that asks for a passkey.
import { Do } from '../../kit/do.tsx';
import { hasPasskeys, useConfig } from '../core/config.ts';

type Passkeys = typeof import('../core/passkeys.ts');
type PasskeyProps = { text: string; hint?: string; act: (passkeys: Passkeys) => Promise<unknown> };

/** Nothing where admins have no passkeys, or the browser cannot use them. */
export const Passkey = ({ text, hint, act }: PasskeyProps) =>
  hasPasskeys(useConfig()) ? (
    <div class="tight">
      <Do act={async () => act(await import('../core/passkeys.ts'))}>{text}</Do>
      {hint && <p class="hint">{hint}</p>}
    </div>
  ) : null;
