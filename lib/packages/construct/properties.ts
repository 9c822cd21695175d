// Reads the properties of the construct into the settings of a deployment. The table of settings validates them, as it
// does the context of this repository's own app.
import { Names, Stack, Token } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { NOT_PROPERTIES, PROPERTIES, withPropertyNames } from '../../../infra/settings/properties.ts';
import { readGiven } from '../../../infra/settings/read.ts';
import { SETTINGS } from '../../../infra/settings/sections.ts';
import type { Setting } from '../../../infra/settings/setting.ts';
import type { Settings } from '../../../infra/settings/settings.ts';
import { nearest } from '../../../infra/settings/spelling.ts';
import { UserError } from '../../../infra/user-error.ts';
import type { GatehouseProps } from './props.ts';

/** What functions' names leave of 64 characters (infra/settings/sections/deployment.ts). */
const NAME_LENGTH = 34;

/**
 * Returns the settings of the construct. Throws `UserError` with the construct's path and the name of the property that is
 * wrong. Reads no context.
 */
export function readProperties(scope: Construct, props: GatehouseProps): Settings {
  const { account, region } = Stack.of(scope);
  const place = Token.isUnresolved(region) ? {} : { region, ...(Token.isUnresolved(account) ? {} : { account }) };
  return reworded(
    (message) => `${scope.node.path}: ${message}`,
    () => {
      const given = Object.entries(props).filter(([, value]) => value !== undefined);
      const settings = { ...Object.fromEntries(given.map(asGiven)), ...place, stackName: nameOf(scope) };
      return reworded(inProperties, () => readGiven(settings));
    },
  );
}

const inProperties = (message: string): string => withPropertyNames(message).replace(/^configuration: /, '');

/** Returns what `act` returns. Throws its `UserError` with another message. */
function reworded<T>(change: (message: string) => string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(change(error.message), { cause: error });
  }
}

/** A name of its own in the account and region: the stack's, the path in it, and a hash of both. */
const nameOf = (scope: Construct): string =>
  Names.uniqueResourceName(scope, { maxLength: NAME_LENGTH, separator: '-', allowedSpecialCharacters: '-' });

/** Returns a setting or a variable with its value, as the context would have them. */
function asGiven([property, given]: [string, unknown]): [name: string, value: unknown] {
  const value = property === 'messageSender' ? (given as IFunction).functionArn : given;
  const name = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
  if (name === undefined) throw new UserError(`${property} is not a property.${adviceFor(property)}`);
  const setting = (SETTINGS as Readonly<Record<string, Setting>>)[name];
  if (setting?.isReference !== true && typeof value !== 'object' && Token.isUnresolved(value))
    throw new UserError(`${property} must be known at synthesis, and this value is a token`);
  if (setting?.type !== 'boolean') return [name, value];
  if (typeof value !== 'boolean')
    throw new UserError(`${property} must be true or false, not ${JSON.stringify(value)}`);
  return [name, value ? 'on' : 'off'];
}

/** Says what to do instead, if that is known. */
function adviceFor(property: string): string {
  if (Object.hasOwn(NOT_PROPERTIES, property)) return ` ${NOT_PROPERTIES[property as keyof typeof NOT_PROPERTIES]}`;
  const names = Object.keys(PROPERTIES);
  const meant = names.find((name) => PROPERTIES[name] === property) ?? nearest(property, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
