// Defines what a setting is, and the kinds of values that settings take.

/** `isValid` sees the value as text, as the CDK's context has it. `rule` completes "must be". */
export type Setting = {
  meaning: string;
  defaultValue: string;
  rule: string;
  isValid: (text: string) => boolean;
  /** The type of the construct's property, in TypeScript. */
  type: string;
  /** Whether the value may be a token of the CDK: it names a resource that the same app may create. */
  isReference?: true;
};

/** The union of the values as a type of TypeScript. */
export const literals = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

/** A setting with one of a few values; the default comes first. */
export const choice = (meaning: string, defaultValue: string, ...others: string[]): Setting => ({
  meaning,
  defaultValue,
  rule: `${defaultValue} or ${others.join(' or ')}`,
  type: [defaultValue, ...others].sort().join() === 'off,on' ? 'boolean' : literals([defaultValue, ...others]),
  isValid: (text) => [defaultValue, ...others].includes(text),
});

/** A whole number between bounds; without a default it may be left out. */
export const whole = (meaning: string, defaultValue: number | '', least: number, most: number): Setting => ({
  meaning,
  defaultValue: String(defaultValue),
  rule: `a whole number from ${least} to ${most}`,
  type: 'number',
  isValid: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
});

/** Any text that a pattern or a function accepts. */
export const text = (
  meaning: string,
  rule: string,
  isValid: RegExp | ((text: string) => boolean),
  defaultValue = '',
): Setting => ({
  meaning,
  defaultValue,
  rule,
  type: 'string',
  isValid: typeof isValid === 'function' ? isValid : (given) => isValid.test(given),
});

/** The name, id or ARN of a resource that another stack, or the same app, creates. */
export const reference = (...given: Parameters<typeof text>): Setting => ({ ...text(...given), isReference: true });
