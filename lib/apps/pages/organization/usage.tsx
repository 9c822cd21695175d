// The figures of the organization: its members, what waits, and the last seven days.

import { Item } from '../../kit/panel.tsx';
import { language } from '../../kit/words.ts';
import { api } from '../ui/api.ts';
import { say as sayOfOrganization } from '../words/organization.ts';
import { say } from '../words/usage.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';

type Figures = Awaited<ReturnType<typeof api.organization.usage>>;

const number = (of: number): string => new Intl.NumberFormat(language.value).format(of);
/** Days are those of UTC, as they are counted. */
const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(language.value, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

export function Usage() {
  const list = usePaged(async () => ({ items: [await api.organization.usage()], next: null }));
  return (
    <Part title={sayOfOrganization('usage')} lead={say('usageLead')}>
      <List of={list} none="">
        {(figures) => <Shown key="figures" of={figures} />}
      </List>
    </Part>
  );
}

function Shown({ of: { members, invitations, signUps, signIns } }: { of: Figures }) {
  return (
    <div class="stack">
      <Item title={sayOfOrganization('members')} badge={number(members.total)} />
      <Item title={say('usageActive')} badge={number(members.active)} />
      <Item title={say('usageVerified')} badge={number(members.verified)} />
      <Item title={say('usageInvitations')} badge={`${number(invitations.open)}${invitations.isCapped ? '+' : ''}`} />
      <table class="figures">
        <caption>{say('usageWeek')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('usageDay')}</th>
            <th scope="col">{say('usageSignUps')}</th>
            <th scope="col">{say('usageSignIns')}</th>
            <th scope="col">{say('usageFailed')}</th>
          </tr>
        </thead>
        <tbody>
          {signIns.toReversed().map(({ day, count, failed }) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              <td>{number(signUps.find((each) => each.day === day)?.count ?? 0)}</td>
              <td>{number(count)}</td>
              <td>{number(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
