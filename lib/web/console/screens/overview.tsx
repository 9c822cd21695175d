// The overview: figures, the sign-ups of seven days, and the way to someone who needs help.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Overview() {
  return (
    <Screen title={common('overview')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
