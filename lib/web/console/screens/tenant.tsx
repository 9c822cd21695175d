// Will show tenant. Its texts go to words/en/tenant.ts and words/de/tenant.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Tenant() {
  return (
    <Screen title={common('tenant')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
