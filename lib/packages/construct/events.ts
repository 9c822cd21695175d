// Connects functions and other targets to events of a deployment.
import { type IEventBus, type IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, type LambdaFunctionProps } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { nearest } from '../../../infra/settings/spelling.ts';
import { UserError } from '../../../infra/user-error.ts';
import { EVENT_SOURCE, events } from '../../contract/events.ts';
import type { EventName } from '../server/events.ts';

export type EventFilter = {
  /** What the detail must match as well, as an EventBridge pattern: `{ tenantId: ['ten_...'] }`. */
  readonly detail?: Record<string, unknown> | undefined;
};
/** For targets that are no function. */
export type TargetOptions = EventFilter & {
  /** Where the rule belongs: the stack of the target, if that is not the stack of Gatehouse. */
  readonly scope?: Construct | undefined;
};
/** How events reach a function, besides what they must match. */
export type DeliveryOptions = EventFilter &
  Pick<LambdaFunctionProps, 'deadLetterQueue' | 'maxEventAge' | 'retryAttempts'>;

/**
 * The rule of a function belongs to the function, so that its stack depends on that of the deployment and not the other
 * way round. Any other target does not say where it is. Throws `UserError` for an unknown name.
 */
export function connect(
  deployment: Construct,
  bus: IEventBus,
  names: readonly EventName[],
  target: IFunction | IRuleTarget,
  { detail, scope = deployment, ...delivery }: DeliveryOptions & TargetOptions,
): Rule {
  for (const name of names) requireEvent(name);
  if (names.length === 0) throw new UserError('name at least one event');
  const isFunction = 'functionArn' in target;
  const owner = isFunction ? (target as IFunction & Construct) : scope;
  // Two deployments may send an event to one function, and one deployment an event to two targets.
  const start = `On${names.map(pascalCase).join('')}${owner === deployment ? '' : deployment.node.addr.slice(-8)}`;
  return new Rule(owner, freeId(owner, start), {
    description: `Gatehouse: ${names.join(', ')}`.slice(0, 512),
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [...names], ...(detail && { detail }) },
    targets: [isFunction ? new LambdaFunction(target, delivery) : target],
  });
}

function requireEvent(name: string): void {
  if (Object.hasOwn(events, name)) return;
  const meant = nearest(name, Object.keys(events));
  throw new UserError(`${name} is not an event.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
}

/** `svc.user_invited` -> `UserInvited` */
const pascalCase = (name: string): string =>
  name.replace('svc.', '').replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

function freeId(scope: Construct, start: string): string {
  let id = start;
  for (let at = 2; scope.node.tryFindChild(id); at++) id = `${start}${at}`;
  return id;
}
