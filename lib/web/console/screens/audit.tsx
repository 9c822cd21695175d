// Will show audit. Its texts go to words/en/audit.ts and words/de/audit.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Audit() {
  return (
    <Screen title={common('audit')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
