// Holds the commands of the palette (Ctrl K). A screen adds its own while it is shown:
//
//   useCommands([{ title: say('create'), run: () => { isOpen.value = true; } }]);
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export type Command = { title: string; hint?: string | undefined; run: () => unknown };

const added = signal<ReadonlySet<readonly Command[]>>(new Set());

/** The commands of what is shown. */
export const commandsOfScreen = (): Command[] => [...added.value].flat();

/** Adds commands while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const titles = commands.map(({ title }) => title).join('\n');
  useEffect(() => {
    added.value = new Set([...added.value, commands]);
    return () => {
      added.value = new Set([...added.value].filter((each) => each !== commands));
    };
  }, [titles]);
}
