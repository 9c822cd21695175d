// Recovery codes, shown once.
import { useEffect, useState } from 'preact/hooks';
import { say } from '../words/index.ts';
import { Copy } from './copy.tsx';
import { Action } from './form.tsx';

/** `name`: what the codes belong to, for the file. */
export function CodeList({ codes, name, onDone }: { codes: readonly string[]; name: string; onDone: () => void }) {
  const text = `${say('recoveryFile', { name })}\n\n${codes.join('\n')}\n`;
  const [file] = useState(() => URL.createObjectURL(new Blob([text], { type: 'text/plain' })));
  useEffect(() => () => URL.revokeObjectURL(file), [file]);
  return (
    <>
      <ul class="codes" aria-label={say('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="doings">
        <a class="button second" href={file} download="recovery-codes.txt">
          {say('download')}
        </a>
        <Copy text={text} />
      </div>
      <Action class="wide" onClick={onDone}>
        {say('savedThem')}
      </Action>
    </>
  );
}
