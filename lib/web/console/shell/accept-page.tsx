// Loads the page of an invitation of an admin. Few people open it, so it is no part of the first view.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { asError } from '../../base.ts';
import { Problem } from '../ui/problem.tsx';
import { common, loadTexts } from '../words/index.ts';
import { Card } from './card.tsx';

const loaded = signal<ComponentType | undefined>(undefined);
const problem = signal<ReturnType<typeof asError> | undefined>(undefined);

async function load(): Promise<void> {
  try {
    problem.value = undefined;
    const { Accept } = await import('./accept.tsx');
    await loadTexts();
    loaded.value = Accept;
  } catch (error) {
    problem.value = asError(error);
  }
}

export function AcceptPage() {
  useEffect(() => void load(), []);
  const Loaded = loaded.value;
  if (Loaded) return <Loaded />;
  if (!problem.value) return null;
  return (
    <Card title={common('problemTitle')}>
      <Problem error={problem.value} retry={load} />
    </Card>
  );
}
