// Will show role. Its texts go to words/en/role.ts and words/de/role.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Role() {
  return (
    <Screen title={common('role')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
