// Generates the values of secrets as Secrets Manager would for the template.
import { randomInt } from 'node:crypto';
import type { Secrets } from '../local/secrets.ts';
import type { Generation } from './assembly/properties.ts';
import type { Stack } from './assembly/template.ts';
import type { Findings } from './findings.ts';

const KNOWN = ['SecretStringTemplate', 'GenerateStringKey', 'PasswordLength', 'ExcludePunctuation'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The default length of Secrets Manager. */
const LENGTH = 32;

/** Returns the ARN of the secret that functions know by the variable; empty if none does. */
export const nameOfSecret = ({ functions }: Pick<Stack, 'functions'>, variable: string): string =>
  functions.map(({ environment }) => environment[variable]).find((each) => each !== undefined) ?? '';

/** A secret without a generator has no value. `adminKey` replaces the generated one. */
export function makeSecrets(stack: Stack, findings: Findings, adminKey: string | undefined): Secrets {
  const { secrets } = stack;
  const admin = nameOfSecret(stack, 'GATEHOUSE_ADMIN_SECRET');
  const values = Object.fromEntries(
    secrets.flatMap(({ id, arn, generate }) => {
      const unknown = Object.keys(generate ?? {}).find((key) => !KNOWN.includes(key));
      if (unknown) findings.add('wiring', id, `the rehearsal does not know ${unknown}`);
      if (arn === admin && adminKey !== undefined) return [[arn, adminKey]];
      return generate ? [[arn, generated(generate)]] : [];
    }),
  );
  return { values, adminKey: values[admin] ?? '', sso: nameOfSecret(stack, 'GATEHOUSE_SSO_SECRET') };
}

function generated({ SecretStringTemplate, GenerateStringKey, PasswordLength = LENGTH }: Generation): string {
  const text = Array.from({ length: PasswordLength }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return text;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: text });
}
