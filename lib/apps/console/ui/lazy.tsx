// Loads a part of a screen when it is first shown: lazy(async () => (await import('./user/roles.tsx')).Roles).
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSending } from '../../kit/problem.tsx';
import { loadTexts } from '../words/index.ts';
import { Problem } from './problem.tsx';
import { Skeleton } from './screen.tsx';

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const found = signal<ComponentType<P> | undefined>(undefined);
  return (props: P) => {
    const { problem, send } = useSending();
    const Found = found.value;
    useEffect(() => {
      if (Found) return;
      void send(async () => {
        const part = await load();
        // In the language of the page, from the first view on.
        await loadTexts();
        found.value = part;
      });
    }, []);
    // A deployment that was updated has other files. Loading the page again gets them.
    if (problem.value) return <Problem error={problem.value} retry={() => location.reload()} />;
    return Found ? <Found {...props} /> : <Skeleton lines={5} />;
  };
}
