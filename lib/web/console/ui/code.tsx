// "Copy as curl" and "Copy as TypeScript" of a call. Forms, `Act` and `Confirm` have it by themselves; a list shows it
// for what it reads: <Code call={() => ({ operation: 'adminUsers.list', input })} />.
import { asCurl, asTypeScript } from '../core/code.ts';
import type { Call } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Menu } from './menu.tsx';
import { toast } from './toast.tsx';

/** Puts a text into the clipboard. To be called from a click. */
export async function copy(text: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast(common(isCopied ? 'copied' : 'notCopied'), { isWrong: !isCopied });
}

export const Code = ({ call }: { call: () => Call }) => (
  <Menu
    label={common('copyAs')}
    icon="code"
    class="plain quiet"
    items={[
      { title: common('copyCurl'), run: () => copy(asCurl(call())) },
      { title: common('copyTypeScript'), run: () => copy(asTypeScript(call())) },
    ]}
  />
);
