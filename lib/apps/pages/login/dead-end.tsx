// Says why a request of an application, or any sign-in in this browser, ends here, and the way on. What it says is loaded
// for the few who need it.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { filled, language } from '../../kit/words.ts';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { Problem } from './problem.tsx';
import { asked, backUrl, type End, forgetTenant, loginUrl, tenant } from './request.ts';

type Texts = typeof import('../words/dead-ends.ts');

export function DeadEnd({ reason, name }: End) {
  const texts = useSignal<Texts | null | undefined>(undefined);
  useEffect(() => {
    import('../words/dead-ends.ts')
      .catch(() => null)
      .then((loaded) => {
        texts.value = loaded;
      });
  }, []);
  if (texts.value === undefined) return null;
  const end = texts.value?.endOf(reason, {
    tag: language.value,
    tenant: name ?? tenant.value?.name,
    asked: asked.value,
    address: location,
    urls: [loginUrl(), backUrl()],
    say,
    filled,
  });
  if (!end) return <Problem code={reason} />;
  return (
    <Page title={end.title} lead={end.lead}>
      <div class="list">
        {end.links.map(([text, href], at) => (
          <a key={href} class={at ? 'button second' : 'button'} href={href} onClick={forgetTenant}>
            {text}
          </a>
        ))}
      </div>
      <p class="hint">{end.reference}</p>
    </Page>
  );
}
