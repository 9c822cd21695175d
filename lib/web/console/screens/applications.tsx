// Will show applications. Its texts go to words/en/applications.ts and words/de/applications.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Applications() {
  return (
    <Screen title={common('applications')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
