// Parts of a thing that have addresses of their own: <Tabs label={name} tabs={[{ to: `tenants/${id}`, title }]} />.
// They are links in a navigation, not a `tablist`: each has a URL, and back works.
import { useEffect, useRef } from 'preact/hooks';
import { path } from '../core/router.ts';
import { Link } from './link.tsx';

type Tab = { to: string; title: string };

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  // On a phone, the current one may be outside of the row.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path.value]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map(({ to, title }) => (
        <Link key={to} to={to} current={path.value === to}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
