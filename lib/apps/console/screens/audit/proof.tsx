// Lets people keep the anchors of the chain elsewhere and export all of it, and teaches the command that verifies both.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asError, call, common, copy, Panel, Problem, saveFile, toast, toastProblem } from '../../kit.ts';
import { say } from './words.ts';

const COMMAND = 'npm run audit:verify -- --export audit.ndjson --anchors anchors.json';

/** The anchors as the command reads them. */
const anchors = async (): Promise<string> => `${JSON.stringify(await call('adminAudit.anchors', {}), null, 2)}\n`;

const withAnchors = (use: (text: string) => unknown) => async (): Promise<void> => {
  try {
    await use(await anchors());
  } catch (error) {
    toastProblem(error);
  }
};

const waited = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads a page. The service limits how many can be read in a while: then it waits and goes on. */
async function page(cursor: string | undefined, signal: AbortSignal) {
  for (;;) {
    try {
      return await call('adminAudit.export', { limit: '100', cursor }, { signal });
    } catch (error) {
      const { code, retryAfter } = asError(error);
      if (signal.aborted || code !== 'RATE_LIMITED') throw error;
      await waited(retryAfter ?? 5, signal);
    }
  }
}

export function Proof() {
  const count = useSignal<number | undefined>(undefined);
  const problem = useSignal<ReturnType<typeof asError> | undefined>(undefined);
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (): Promise<void> => {
    const current = new AbortController();
    const { signal } = current;
    abort.current = current;
    const parts: BlobPart[] = [];
    problem.value = undefined;
    count.value = 0;
    try {
      let cursor: string | undefined;
      do {
        const { data, meta } = await page(cursor, signal);
        // Blobs may lie on the disk of the browser.
        parts.push(new Blob(data.map((link) => `${JSON.stringify(link)}\n`)));
        count.value += data.length;
        cursor = meta.nextCursor ?? undefined;
      } while (cursor && !signal.aborted);
      if (!signal.aborted) {
        saveFile('audit.ndjson', parts, 'application/x-ndjson');
        toast(say.count('exported', count.value));
      }
    } catch (error) {
      if (!signal.aborted) problem.value = asError(error);
    }
    count.value = undefined;
  };
  return (
    <Panel title={say('proof')} lead={say('proofLead')}>
      <div class="doings">
        <button type="button" class="second" onClick={withAnchors(copy)}>
          {say('anchorsCopy')}
        </button>
        <button
          type="button"
          class="second"
          onClick={withAnchors((text) => saveFile('anchors.json', [text], 'application/json'))}
        >
          {say('anchorsSave')}
        </button>
        {count.value === undefined ? (
          <button type="button" class="second" onClick={() => void run()}>
            {say('export')}
          </button>
        ) : (
          <>
            <span role="status">{say.count('exporting', count.value)}</span>
            <button type="button" class="second" onClick={() => abort.current?.abort()}>
              {say('stop')}
            </button>
          </>
        )}
      </div>
      <p class="hint">{say('exportHint')}</p>
      <Problem error={problem.value} />
      <div class="tight">
        <p>{say('proofCommand')}</p>
        <p class="doings">
          <code class="lines">{COMMAND}</code>
          <button type="button" class="plain small" aria-label={say('copyCommand')} onClick={() => void copy(COMMAND)}>
            {common('copy')}
          </button>
        </p>
      </div>
    </Panel>
  );
}
