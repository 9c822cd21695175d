// The organization of the person who manages it: a navigation, and the section of the address.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem, useSending } from '../../kit/problem.tsx';
import { Link } from '../account/link.tsx';
import { begin, me, nameOf, router, said } from '../account/me.ts';
import { StepUp } from '../account/step-up.tsx';
import { pageUrl } from '../ui/api.ts';
import { Brand, Footer, Notice, Page } from '../ui/page.tsx';
import { say as sayOfAccount } from '../words/account.ts';
import { explain } from '../words/errors.ts';
import { type OrganizationWord, say } from '../words/organization.ts';
import './refusals.ts';
// Every section is a list in a part. Loaded with the page, they are in no files of their own.
import './paged.tsx';
import './part.tsx';
import { loadOwn, may, own, type Permission } from './own.ts';

export type Section = Readonly<{
  path: string;
  title: OrganizationWord;
  permissions: readonly Permission[];
  load: () => Promise<ComponentType>;
}>;

export function Organization({ sections }: { sections: readonly Section[] }) {
  const { problem, send } = useSending();
  useEffect(
    () =>
      void send(async () => {
        await begin();
        if (me.value) await loadOwn();
      }),
    [],
  );
  if (problem.value && !own.value) return <Page title={say('problemTitle')} lead={explain(problem.value)} />;
  if (!me.value || !own.value) return null;
  const open = sections.filter(({ permissions }) => may(...permissions));
  const { value: path } = router.path;
  const shown = path ? open.find((each) => each.path === path) : open[0];
  if (shown) return <Shell open={open} shown={shown} />;
  const { name } = me.value.tenant;
  return (
    <Page
      title={say(open.length ? 'problemPage' : 'noneTitle')}
      lead={open.length ? undefined : say('noneLead', { name })}
    >
      {open.length > 0 && (
        <Link to="" class="button">
          {say('organization')}
        </Link>
      )}
      <a class={open.length ? 'button second' : 'button'} href={pageUrl('account')}>
        {say('toAccount')}
      </a>
    </Page>
  );
}

function Shell({ open, shown }: { open: readonly Section[]; shown: Section }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigation = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const { name } = me.value?.tenant ?? { name: '' };
  const title = say(shown.title);
  useEffect(() => {
    document.title = `${title} · ${name}`;
    said.value = '';
    // On a phone, the navigation is wider than the page.
    navigation.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  return (
    <div class="page wide-page">
      <div class="shell">
        <header class="row">
          <Brand />
          <a class="button plain" href={pageUrl('account')}>
            {say('toAccount')}
          </a>
        </header>
        <nav ref={navigation} class="tabs sections" aria-label={say('organization')}>
          {open.map((each) => (
            <Link key={each.path} to={each.path} current={each === shown}>
              {say(each.title)}
            </Link>
          ))}
        </nav>
        <main class="panels">
          <div class="tight">
            <h1 tabIndex={-1} ref={heading}>
              {title}
            </h1>
            {me.value && <p class="lead">{sayOfAccount('signedInAs', { name: nameOf(me.value) })}</p>}
          </div>
          {said.value && <Notice>{said.value}</Notice>}
          <Loaded key={shown.path} load={shown.load} />
        </main>
      </div>
      <Footer />
      <StepUp />
    </div>
  );
}

/** A section, once it is there. */
function Loaded({ load }: Pick<Section, 'load'>) {
  const loaded = useSignal<{ Shown: ComponentType } | undefined>(undefined);
  const { problem, send } = useSending();
  useEffect(
    () =>
      void send(async () => {
        loaded.value = { Shown: await load() };
      }),
    [],
  );
  if (problem.value) return <Problem error={problem.value} />;
  if (!loaded.value) return <div class="skeleton" aria-busy="true" />;
  const { Shown } = loaded.value;
  return <Shown />;
}
