// Will show invitations. Its texts go to words/en/invitations.ts and words/de/invitations.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Invitations() {
  return (
    <Screen title={common('invitations')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
