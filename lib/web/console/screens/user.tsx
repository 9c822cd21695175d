// Will show user. Its texts go to words/en/user.ts and words/de/user.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function User() {
  return (
    <Screen title={common('user')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
