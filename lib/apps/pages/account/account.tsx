// The account of the person: a navigation, and the section of the address.
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { asError, pageUrl } from '../../kit/api.ts';
import { Brand, Footer, Notice, Page } from '../../kit/page.tsx';
import { type AccountWord, say } from '../../kit/words/account/index.ts';
import { explain } from '../../kit/words/errors.ts';
import { DeleteAccount } from './delete-account.tsx';
import { begin, me, nameOf, router, said } from './me.ts';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { StepUp } from './step-up.tsx';

const SECTIONS: Readonly<Record<string, { title: AccountWord; Section: ComponentType }>> = {
  '': { title: 'accountProfile', Section: Profile },
  security: { title: 'accountSecurity', Section: Security },
  sessions: { title: 'accountSessions', Section: Sessions },
  delete: { title: 'accountDelete', Section: DeleteAccount },
};

export function Account() {
  const problem = useSignal('');
  useEffect(() => {
    begin().catch((error: unknown) => {
      problem.value = explain(asError(error));
    });
  }, []);
  const shown = useComputed(() => SECTIONS[router.section.value]);
  if (problem.value && !me.value) return <Page title={say('problemTitle')} lead={problem.value} />;
  if (!me.value) return null;
  if (!shown.value)
    return (
      <Page title={say('problemPage')}>
        <a class="button" href={router.urlOf('')}>
          {say('accountProfile')}
        </a>
      </Page>
    );
  return <Shell {...shown.value} />;
}

function Shell({ title, Section }: { title: AccountWord; Section: ComponentType }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${say(title)} · ${me.value?.tenant.name ?? ''}`;
    said.value = '';
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  const { section } = router;
  return (
    <div class="page wide-page">
      <div class="shell">
        <header class="row">
          <Brand />
          <a class="button plain" href={pageUrl('login/sign-out')}>
            {say('signOut')}
          </a>
        </header>
        <nav class="sections" aria-label={say('accountNavigation')}>
          {Object.entries(SECTIONS)
            .filter(([name]) => name !== 'delete')
            .map(([name, { title: label }]) => (
              <a
                key={name}
                href={router.urlOf(name)}
                aria-current={section.value === name ? 'page' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  router.show(name);
                }}
              >
                {say(label)}
              </a>
            ))}
        </nav>
        <main class="panels">
          <div class="tight">
            <h1 tabIndex={-1} ref={heading}>
              {say(title)}
            </h1>
            {me.value && <p class="lead">{say('signedInAs', { name: nameOf(me.value) })}</p>}
          </div>
          {said.value && <Notice>{said.value}</Notice>}
          <Section />
        </main>
      </div>
      <Footer />
      <StepUp />
    </div>
  );
}
