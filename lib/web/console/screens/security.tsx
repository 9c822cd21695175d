// The account of the admin: factors and sessions.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Security() {
  return (
    <Screen title={common('security')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
