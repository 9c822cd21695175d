// Will show permissions. Its texts go to words/en/permissions.ts and words/de/permissions.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Permissions() {
  return (
    <Screen title={common('permissions')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
