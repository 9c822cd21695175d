// Starts the console. Conventions, for those who add a screen:
//
// * A screen is one file of `screens/` with a default export, listed in shell/routes.ts; parts of it may be in a folder
//   of its name. It never imports another screen.
// * Its texts are words/en/<screen>.ts and words/others/<tag>/<screen>.ts (words/index.ts says how).
// * It reads with `useRead` (core/resource.ts) and changes with `Form`, `Act` and `Confirm` (ui), or with `call`.
// * What it shows is in its address: `query` and `setQuery` (core/router.ts), filters of ui/filter.tsx, ui/pager.tsx.
// * It imports kit.ts and its texts, nothing else of the console. A list is a `ListScreen`. Other parts are Screen, Panel,
//   Facts, Table, Dialog, Opens, Menu, Tabs, Combobox, Time, EmptyState and Skeleton.
//   It has no styles of its own; console.css has a section for what is missing.
// * screens/blocked-domains.tsx is the example.
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { forgetToasts, Toasts } from '../kit/toast.tsx';
import { path } from './core/router.ts';
import { begin, me, problem } from './core/session.ts';
import { Card } from './shell/card.tsx';
import { Frame } from './shell/frame.tsx';
import { isLater, Later } from './shell/later.tsx';
import { closePalette, Palette } from './shell/palette.tsx';
import { forgetProofs, Proof } from './shell/proof.tsx';
import { SetUp } from './shell/set-up.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { Problem } from './ui/problem.tsx';
import { applyTheme } from './ui/theme.tsx';
import { common, speakBest } from './words/index.ts';

function Console() {
  useEffect(() => void begin(), []);
  const who = me.value?.id;
  // The next admin in this tab meets nothing of the one before.
  useEffect(
    () => () => {
      forgetToasts();
      forgetProofs();
      closePalette();
    },
    [who],
  );
  // A session is a cookie: without them, every sign-in would begin anew.
  if (!navigator.cookieEnabled)
    return (
      <Card title={common('cookiesTitle')} lead={common('cookiesLead')}>
        <a class="button wide" href={location.href}>
          {common('reload')}
        </a>
      </Card>
    );
  if (isLater(path.value)) return me.value === undefined && !problem.value ? null : <Later name={path.value} />;
  if (me.value)
    return (
      <>
        <Frame key={who as string} />
        <Palette />
        <Proof />
        <Toasts />
      </>
    );
  if (problem.value)
    return (
      <Card title={common('problemTitle')}>
        <Problem error={problem.value} retry={begin} />
      </Card>
    );
  if (me.value === undefined) return null;
  return path.value === 'set-up' ? <SetUp /> : <SignIn />;
}

applyTheme();
await speakBest();
render(<Console />, document.getElementById('app') as HTMLElement);
