// Loads and shows the screen of the address. It imports the kit, which the first screen would ask for a moment later.
import '../kit.ts';
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { asError } from '../../kit/base.ts';
import { matchPath, path } from '../core/router.ts';
import { mustEnrol } from '../core/session.ts';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { EmptyState, Screen, Skeleton } from '../ui/screen.tsx';
import { common, loadTexts } from '../words/index.ts';
import { ENROLMENT, isOffered, ROUTES, type Route, type ScreenProps } from './routes.ts';

type Loaded = ComponentType<ScreenProps>;
/** Screens by `load`: routes of one file share a component, so that its state stays between its paths. */
const screens = signal<ReadonlyMap<string, Loaded>>(new Map());
const problem = signal<ReturnType<typeof asError> | undefined>(undefined);

const keyOf = ({ load }: Route): string => String(load);

async function load(route: Route): Promise<void> {
  try {
    const { default: screen } = await route.load();
    await loadTexts();
    screens.value = new Map(screens.value).set(keyOf(route), screen as Loaded);
    problem.value = undefined;
  } catch (error) {
    problem.value = asError(error);
  }
}

function found(): { route: Route; parameters: Record<string, string> } | undefined {
  const shown = mustEnrol.value ? ENROLMENT : path.value;
  for (const route of ROUTES) {
    const parameters = matchPath(route.path, shown);
    if (parameters && isOffered(route)) return { route, parameters };
  }
  return undefined;
}

export function Shown() {
  const match = found();
  const key = match && keyOf(match.route);
  const screen = key === undefined ? undefined : screens.value.get(key);
  useEffect(() => {
    problem.value = undefined;
    if (match && !screen) void load(match.route);
  }, [key]);
  if (!match)
    return (
      <Screen title={common('noScreen')}>
        <EmptyState title={common('noScreenLead')}>
          <Link to="" class="button">
            {common('overview')}
          </Link>
        </EmptyState>
      </Screen>
    );
  // A deployment that was updated has other files. Loading the page again gets them.
  if (problem.value) return <Problem error={problem.value} retry={() => location.reload()} />;
  if (!screen) return <Skeleton lines={8} />;
  const Found = screen;
  return <Found key={key as string} {...match.parameters} />;
}
