// Will show deployment. Its texts go to words/en/deployment.ts and words/de/deployment.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Deployment() {
  return (
    <Screen title={common('deployment')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
