// Will show tenants. Its texts go to words/en/tenants.ts and words/de/tenants.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Tenants() {
  return (
    <Screen title={common('tenants')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
