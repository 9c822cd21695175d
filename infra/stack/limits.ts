// Refuses at synthesis what CloudFormation would refuse in the middle of a deployment, which may be the one of an incident.
import { readFileSync } from 'node:fs';
import {
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
  type PolicyViolation,
  type Stack,
  Stage,
  Validations,
} from 'aws-cdk-lib';

/**
 * CloudFormation takes 1 000 000 bytes, 500 resources and 200 outputs (user guide, "Understand CloudFormation quotas"). What
 * is left is room for maintenance, which adds a function for each deployment on the day of an incident.
 */
const LIMITS = { bytes: 990_000, resources: 495, outputs: 190 } as const;
/** The quota of event filters of a source (Lambda developer guide, "Control which events Lambda sends to your function"). */
const FILTERS = 5;
/** The sum of a role's inline policies, in characters without white space (IAM user guide, "IAM and STS quotas"). */
const INLINE_POLICIES = 10_240;

type Resource = { Type: string; Properties?: Record<string, unknown> };
type Template = { Resources?: Record<string, Resource>; Outputs?: Record<string, unknown> };

/** Returns what the template in the file's text has too much of: one line each. */
export function excesses(text: string): string[] {
  const { Resources = {}, Outputs = {} } = JSON.parse(text) as Template;
  const advice = text.startsWith('{\n') ? '. Give its stack suppressTemplateIndentation: true' : '';
  const counts = {
    bytes: Buffer.byteLength(text),
    resources: Object.keys(Resources).length,
    outputs: Object.keys(Outputs).length,
  };
  const whole = Object.entries(LIMITS)
    .map(([unit, most]) => ({ unit, most, has: counts[unit as keyof typeof LIMITS] }))
    .filter(({ has, most }) => has > most)
    .map(
      ({ unit, most, has }) =>
        `the template has ${has} ${unit}, and at most ${most} may be deployed${unit === 'bytes' ? advice : ''}`,
    );
  return [...whole, ...Object.entries(Resources).flatMap(([id, resource]) => excessOf(id, resource))];
}

function excessOf(id: string, { Type, Properties = {} }: Resource): string[] {
  if (Type === 'AWS::Lambda::EventSourceMapping') {
    const { Filters = [] } = (Properties.FilterCriteria ?? {}) as { Filters?: unknown[] };
    if (Filters.length > FILTERS) return [`${id} has ${Filters.length} event filters, and AWS takes ${FILTERS}`];
  }
  if (Type === 'AWS::IAM::Role') {
    const length = JSON.stringify(Properties.Policies ?? []).length;
    if (length > INLINE_POLICIES)
      return [`the policies of ${id} have ${length} characters, and IAM takes ${INLINE_POLICIES}`];
  }
  return [];
}

const NAME = 'gatehouse-limits';
const limits = new WeakMap<Stage, Limits>();

/** Makes the synthesis fail if the template of the stack is above a limit. A second call for a stack changes nothing. */
export function requireWithinLimits(stack: Stack): void {
  const stage = Stage.of(stack) as Stage;
  const existing = limits.get(stage);
  const plugin = existing ?? new Limits();
  plugin.stacks.add(stack.node.path);
  if (existing) return;
  limits.set(stage, plugin);
  Validations.of(stage).addPlugins(plugin);
}

/** Looks at the stacks that have a deployment. Other stacks of the app are none of its business. */
class Limits implements IPolicyValidationPlugin {
  readonly name = NAME;
  readonly stacks = new Set<string>();

  validate({ stackTemplates }: IPolicyValidationContext): PolicyValidationPluginReport {
    const own = stackTemplates.filter(({ stackConstructPath }) => this.stacks.has(stackConstructPath));
    const violations = own.flatMap(({ stackConstructPath, templatePath }): PolicyViolation[] => {
      const text = readFileSync(templatePath, 'utf8');
      return excesses(text).map((description) => ({
        ruleName: NAME,
        description,
        violatingResources: [{ constructPath: stackConstructPath, templatePath, locations: [] }],
      }));
    });
    return { success: violations.length === 0, violations };
  }
}
