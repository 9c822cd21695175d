// Parts of a thing that have addresses of their own: <Tabs label={name} tabs={[{ to: `tenants/${id}`, title }]} />.
// They are links in a navigation, not a `tablist`: each has a URL, and back works.
import { path } from '../core/router.ts';
import { Link } from './link.tsx';

type Tab = { to: string; title: string };

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ to, title }) => (
      <Link key={to} to={to} current={path.value === to}>
        {title}
      </Link>
    ))}
  </nav>
);
