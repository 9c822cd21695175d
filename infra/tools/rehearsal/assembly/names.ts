// Reads names from names and ARNs in a template.

/** Returns the name from a name or an ARN; of a function, without its qualifier. */
export const nameIn = (text: string): string =>
  /:function:([^:]+)/.exec(text)?.[1] ?? (text.split(/[:/]/).at(-1) as string);

/** Returns the name of a function with its qualifier from a name or an ARN. */
export const qualifiedNameIn = (text: string): string => /(?:^|:function:)([^:]+(?::[^:]+)?)$/.exec(text)?.[1] ?? text;
