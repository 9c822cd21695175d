// Will show application. Its texts go to words/en/application.ts and words/de/application.ts; blocked-domains.tsx is the example.
import { common, EmptyState, Screen } from '../kit.ts';

export default function Application() {
  return (
    <Screen title={common('application')}>
      <EmptyState title={common('notBuilt')} />
    </Screen>
  );
}
