// Defines the shapes of settings that are numbers.
import * as z from 'zod/mini';

/** A setting of whole seconds between bounds, written as digits. */
export const lifetime = (standard: number, min: number, max: number) =>
  z
    ._default(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)), standard)
    .check(z.refine((value) => value >= min && value <= max, `must be between ${min} and ${max} seconds`));

/** A whole number between bounds, written as digits. */
export const whole = (min: number, max: number) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`));
