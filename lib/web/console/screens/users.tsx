// Will show users. Its texts go to words/en/users.ts and words/de/users.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Users() {
  return (
    <Screen title={common('users')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
