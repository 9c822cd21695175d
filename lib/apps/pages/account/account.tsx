// The account of the person: a navigation, and the section of the address.

import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSending } from '../../kit/problem.tsx';
import { pageUrl } from '../ui/api.ts';
import { Brand, Footer, Notice, Page } from '../ui/page.tsx';
import { type AccountWord, say } from '../words/account.ts';
import { explain } from '../words/errors.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Link } from './link.tsx';
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
  const { problem, send } = useSending();
  useEffect(() => void send(begin), []);
  const shown = SECTIONS[router.path.value];
  if (problem.value && !me.value) return <Page title={say('problemTitle')} lead={explain(problem.value)} />;
  if (!me.value) return null;
  if (!shown)
    return (
      <Page title={say('problemPage')}>
        <Link to="" class="button">
          {say('accountProfile')}
        </Link>
      </Page>
    );
  return <Shell {...shown} />;
}

/** An admin who acts as the user does not manage the organization with it. */
const isManager = (): boolean =>
  !me.value?.actor && !!me.value?.permissions.some((each) => each.startsWith('organization.'));

function Shell({ title, Section }: { title: AccountWord; Section: ComponentType }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${say(title)} · ${me.value?.tenant.name ?? ''}`;
    said.value = '';
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  return (
    <div class="page wide-page">
      <div class="shell">
        <header class="row">
          <Brand />
          <a class="button plain" href={pageUrl('login/sign-out')}>
            {say('signOut')}
          </a>
        </header>
        <nav class="tabs sections" aria-label={say('accountNavigation')}>
          {Object.entries(SECTIONS)
            .filter(([name]) => name !== 'delete')
            .map(([name, { title: label }]) => (
              <Link key={name} to={name} current={router.path.value === name}>
                {say(label)}
              </Link>
            ))}
          {isManager() && <a href={pageUrl('organization')}>{say('accountOrganization')}</a>}
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
