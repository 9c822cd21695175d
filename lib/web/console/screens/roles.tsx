// Will show roles. Its texts go to words/en/roles.ts and words/de/roles.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Roles() {
  return (
    <Screen title={common('roles')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
