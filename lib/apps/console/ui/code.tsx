// "Copy as curl" and "Copy as TypeScript" of a call. Forms, `Act` and `Confirm` have it by themselves; a list shows it
// for what it reads: <Code call={() => ({ operation: 'adminUsers.list', input })} />.

import { toast, toastProblem } from '../../kit/toast.tsx';
import { asCurl, asTypeScript } from '../core/code.ts';
import type { Call } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Menu } from './menu.tsx';

/** Puts a text into the clipboard. To be called from a click. */
export async function copy(text: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast(common(isCopied ? 'copied' : 'notCopied'), { isWrong: !isCopied });
}

/** What is typed in a form may not make a call yet. */
const copyAs = (write: (call: Call) => string, call: () => Call) => async (): Promise<void> => {
  try {
    await copy(write(call()));
  } catch (error) {
    toastProblem(error);
  }
};

export const Code = ({ call }: { call: () => Call }) => (
  <Menu
    label={common('copyAs')}
    icon="code"
    class="plain quiet"
    items={[
      { title: common('copyCurl'), run: copyAs(asCurl, call) },
      { title: common('copyTypeScript'), run: copyAs(asTypeScript, call) },
    ]}
  />
);
