// Will show admins. Its texts go to words/en/admins.ts and words/de/admins.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Admins() {
  return (
    <Screen title={common('admins')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
