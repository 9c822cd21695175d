// Loads the pages without a session that few people open, so that they are no part of the first view.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { asError } from '../../kit/base.ts';
import { Problem } from '../ui/problem.tsx';
import { common, loadTexts } from '../words/index.ts';
import { Card } from './card.tsx';

/** Path -> the page: an invitation of an admin, and the return from the identity provider. */
export const LATER = {
  accept: async () => (await import('./accept.tsx')).Accept,
  'signed-in': async () => (await import('./signed-in.tsx')).SignedIn,
};
type Name = keyof typeof LATER;
export const isLater = (path: string): path is Name => Object.hasOwn(LATER, path);

const loaded = signal<{ name: Name; Page: ComponentType } | undefined>(undefined);
const problem = signal<ReturnType<typeof asError> | undefined>(undefined);

async function load(name: Name): Promise<void> {
  try {
    problem.value = undefined;
    const Page = await LATER[name]();
    await loadTexts();
    loaded.value = { name, Page };
  } catch (error) {
    problem.value = asError(error);
  }
}

export function Later({ name }: { name: Name }) {
  useEffect(() => void load(name), [name]);
  if (loaded.value?.name === name) return <loaded.value.Page />;
  if (!problem.value) return null;
  return (
    <Card title={common('problemTitle')}>
      <Problem error={problem.value} retry={() => load(name)} />
    </Card>
  );
}
