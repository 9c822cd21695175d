// Finds the code blocks of a Markdown document that a test executes, and what each of them promises to print.
export type Block = { language: string; code: string; output: string[] };

const FENCE = /^```(\w+)( no-run)?\n([\s\S]*?)^```$/gm;
const OUTPUT: Record<string, RegExp> = { sh: /^#> (.*)$/gm, ts: /^\/\/> (.*)$/gm, tsx: /^\/\/> (.*)$/gm };

/** Returns every `sh`, `ts` and `tsx` block that is not fenced with `no-run`, in the order of the document. */
export function executableBlocks(markdown: string): Block[] {
  const fences = [...markdown.matchAll(FENCE)].filter(([, language = '', skip]) => language in OUTPUT && !skip);
  return fences.map(([, language = '', , code = '']) => {
    const output = [...code.matchAll(OUTPUT[language] as RegExp)].map(([, line = '']) => line);
    return { language, code, output };
  });
}

const FILE = /^```\w+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;

/** Returns the blocks that begin with a path in a comment: path and text, in the order of the document. */
export const fileBlocks = (markdown: string): [path: string, text: string][] =>
  [...markdown.matchAll(FILE)].map(([, path = '', text = '']) => [path, text]);
