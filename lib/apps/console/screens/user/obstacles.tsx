// Why a login fails, first thing on the screen of a user, with the action that helps beside each reason.
import type { ComponentChildren } from 'preact';
import {
  Act,
  Badge,
  call,
  copy,
  type Duty,
  type InputOf,
  isOfDeployment,
  may,
  Panel,
  Problem,
  pageUrl,
  type ReplyOf,
  Skeleton,
  Time,
  toast,
  useRead,
} from '../../kit.ts';
import { addressOf } from '../people/people.tsx';
import { type PartProps, say, type Word } from './words.ts';

type Status = ReplyOf<'adminUsers.signInStatus'>;
type Obstacle = Status['obstacles'][number];
type Way = { method: Obstacle['method']; address: Obstacle['address'] };

const wayName = ({ method, address }: Way): string =>
  method
    ? say(`way-${method}-${method === 'provider' || method === 'passkey' ? 'any' : (address ?? 'any')}` as Word)
    : say('way-any');

/** One entry for each reason and address; a reason may concern several ways. */
function grouped(obstacles: readonly Obstacle[]): (Obstacle & { ways: string[] })[] {
  const groups = new Map<string, Obstacle & { ways: string[] }>();
  for (const each of obstacles) {
    const key = `${each.code} ${each.code.startsWith('ADDRESS') ? each.address : ''}`;
    const found = groups.get(key);
    if (found) found.ways.push(wayName(each));
    else groups.set(key, { ...each, ways: [wayName(each)] });
  }
  return [...groups.values()].sort((a, b) => Number(b.isBlocking) - Number(a.isBlocking));
}

export function Obstacles({ details, name }: PartProps) {
  const { user } = details;
  const read = useRead('adminUsers.signInStatus', { id: user.id });
  const status = read.data;
  return (
    <Panel title={say('whyTitle')}>
      <Problem error={read.problem} retry={read.reload} />
      {!status && read.isLoading && <Skeleton lines={4} />}
      {status && <Verdict status={status} />}
      {status && status.obstacles.length > 0 && (
        <ul class="list" aria-label={say('reasons')}>
          {grouped(status.obstacles).map((each) => (
            <Reason
              key={`${each.code} ${each.address}`}
              obstacle={each}
              details={details}
              name={name}
              isInvited={status.obstacles.some(({ code }) => code.startsWith('INVITATION'))}
            />
          ))}
        </ul>
      )}
      {status && !status.obstacles.length && <Checklist details={details} name={name} />}
      {status && <Ways ways={status.ways} />}
    </Panel>
  );
}

const VERDICT = 'sign-in-verdict';

/** Says what was done. The button is gone with its reason, so the focus goes where the result is. */
function solved(text: string, undo?: () => Promise<unknown>): void {
  toast(text, undo ? { undo } : {});
  document.getElementById(VERDICT)?.focus();
}

function Verdict({ status: { canSignIn, ways } }: { status: Status }) {
  const isPartly = canSignIn && ways.some(({ isOpen }) => !isOpen);
  const tone = canSignIn ? (isPartly ? 'notice warn' : 'notice') : 'notice wrong';
  return (
    <p class={tone} role="status" tabIndex={-1} id={VERDICT}>
      {say(canSignIn ? (isPartly ? 'partlyTitle' : 'yesTitle') : 'noTitle')}
    </p>
  );
}

function Checklist({ details: { user } }: PartProps) {
  const tenant = user.userAccesses[0]?.tenant;
  const page = pageUrl(`login?tenant=${tenant?.slug ?? ''}`);
  return (
    <div class="tight">
      <p>{say('nothingInTheWay')}</p>
      <ul class="bullets">
        <li>{say('check1', { address: addressOf(user) })}</li>
        <li>
          {say('check2', { tenant: tenant?.name ?? '' })} <code>{page}</code>{' '}
          <button type="button" class="plain small" onClick={() => void copy(page)}>
            {say('copyPage')}
          </button>
        </li>
        <li>{say('check3')}</li>
      </ul>
    </div>
  );
}

const Ways = ({ ways }: Pick<Status, 'ways'>) => (
  <div class="tight">
    <h3>{say('ways')}</h3>
    {ways.length ? (
      <ul class="plain-list">
        {ways.map((way) => (
          <li key={wayName(way)} class="way">
            <Badge tone={way.isOpen ? 'good' : 'wrong'}>{say(way.isOpen ? 'open' : 'closed')}</Badge> {wayName(way)}
          </li>
        ))}
      </ul>
    ) : (
      <p class="hint">{say('waysNone')}</p>
    )}
  </div>
);

type ReasonProps = PartProps & { obstacle: Obstacle & { ways: string[] }; isInvited: boolean };

const Reason = ({ obstacle, ...rest }: ReasonProps) => (
  <li class="item">
    <div class="about">
      <p class="title">
        {say(obstacle.code)}{' '}
        <Badge tone={obstacle.isBlocking ? 'wrong' : undefined}>{say(obstacle.isBlocking ? 'blocks' : 'awaits')}</Badge>
      </p>
      <p class="hint">{say(`${obstacle.code}_help`)}</p>
      <p class="hint">
        {obstacle.ways.join(', ')}
        {obstacle.until && (
          <>
            {' · '}
            {say('until')} <Time at={obstacle.until} />
          </>
        )}
        {obstacle.since && (
          <>
            {' · '}
            {say('since')} <Time at={obstacle.since} />
          </>
        )}
      </p>
    </div>
    <Remedy obstacle={obstacle} {...rest} />
  </li>
);

type AllowedProps = { duty: Duty; isDeployment?: boolean; children: ComponentChildren };

/** What the admin may not do is said, so that they know whom to ask. */
function Allowed({ duty, isDeployment = false, children }: AllowedProps) {
  if (!may(duty)) return <p class="hint">{say('needsOperator')}</p>;
  if (isDeployment && !isOfDeployment()) return <p class="hint">{say('needsDeployment')}</p>;
  return <>{children}</>;
}

type Change = Omit<InputOf<'adminUsers.update'>, 'id'>;
type FixProps = { id: string; change: Change; undo: Change | undefined; label: Word; done: string };

/** A change of the user. `undo` takes it back. */
function Fix({ id, change, undo, label, done }: FixProps) {
  return (
    <Allowed duty="operate">
      <Act
        operation="adminUsers.update"
        input={{ id, ...change }}
        onDone={() => solved(done, undo && (() => call('adminUsers.update', { id, ...undo })))}
      >
        {say(label)}
      </Act>
    </Allowed>
  );
}

function Remedy({ obstacle: { code, address }, details: { user }, name, isInvited }: ReasonProps) {
  const { id, tenantId } = user;
  const fix = (change: Change, undo: Change | undefined, label: Word, done: string) => (
    <Fix id={id} change={change} undo={undo} label={label} done={done} />
  );
  switch (code) {
    case 'ACCOUNT_DISABLED':
      return fix({ isActive: true }, { isActive: false }, 'enable', say('enabled', { name }));
    case 'TENANT_INACTIVE':
      return (
        <Allowed duty="operate" isDeployment>
          <Act
            operation="adminTenants.update"
            input={{ id: tenantId, isActive: true }}
            touches={['adminUsers']}
            onDone={() =>
              solved(say('activated'), () =>
                call('adminTenants.update', { id: tenantId, isActive: false }, { touches: ['adminUsers'] }),
              )
            }
          >
            {say('activate')}
          </Act>
        </Allowed>
      );
    case 'PASSWORD_LOCKED':
    case 'CODE_GUESSES_USED':
    case 'SECOND_FACTOR_LOCKED':
    case 'RECOVERY_CODES_LOCKED':
      return (
        <Allowed duty="help">
          <Act
            operation="adminUsers.unlock"
            input={{ id }}
            duty="help"
            class=""
            onDone={() => solved(say('unlocked', { name }))}
          >
            {say('unlock')}
          </Act>
        </Allowed>
      );
    case 'NO_PASSWORD':
      // The invitation is a reason of its own, which is sent again.
      return isInvited ? null : (
        <Allowed duty="operate">
          <Act
            operation="adminInvitations.create"
            input={{ tenantId, ...(user.email ? { email: user.email } : { phone: user.phone ?? '' }) }}
            touches={['adminUsers']}
            onDone={() => solved(say('sent', { name }))}
          >
            {say('invite')}
          </Act>
        </Allowed>
      );
    case 'INVITATION_OPEN':
    case 'INVITATION_EXPIRED':
      return (
        <Allowed duty="help">
          <Act
            operation="adminInvitations.resend"
            input={{ id }}
            duty="help"
            touches={['adminUsers']}
            onDone={() => solved(say('sent', { name }))}
          >
            {say('resend')}
          </Act>
        </Allowed>
      );
    case 'ADDRESS_SWITCHED_OFF': {
      const field = `${address ?? 'email'}LoginEnabled` as const;
      return fix({ [field]: true }, { [field]: false }, 'switchOn', say('switchedOn'));
    }
    case 'ADDRESS_UNVERIFIED':
    case 'ADDRESS_UNPROVED': {
      const field = `${address ?? 'email'}VerifiedAt` as const;
      return fix({ [field]: new Date().toISOString() }, { [field]: null }, 'verify', say('verified'));
    }
    case 'SECOND_FACTOR_MISSING':
      return user.isMfaEnabled
        ? fix({ isMfaEnabled: false }, undefined, 'noRequirement', say('requirementGone'))
        : null;
    case 'MUST_CHANGE_PASSWORD':
      return fix({ mustChangePassword: false }, { mustChangePassword: true }, 'keepPassword', say('passwordKept'));
    default:
      return null;
  }
}
