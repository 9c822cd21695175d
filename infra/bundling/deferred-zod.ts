// Replaces zod/mini in the bundles (bundle.ts). A function declares the schemas of all its operations when it is loaded, and a
// request uses those of one: here a schema or a check is made when something of it is first read. zod reads the schemas inside of
// another one by `_zod` alone, when that is first used. Source and tests have zod itself; test/infra/deferred-zod.test.ts compares
// both for every operation.
import * as z from 'zod/v4/mini';

export * from 'zod/v4/mini';

type Made = Record<string, unknown> & { check: (...checks: unknown[]) => Made };

class Deferred {
  readonly make: () => Made;
  kept: Made | undefined;

  constructor(make: () => Made) {
    this.make = make;
  }

  get made(): Made {
    this.kept ??= this.make();
    return this.kept;
  }

  /** It is read again with every value that is validated, so it becomes a plain property. */
  get _zod(): unknown {
    const { _zod: value } = this.made;
    Object.defineProperty(this, '_zod', { value });
    return value;
  }

  check(...checks: unknown[]): Deferred {
    return new (this.constructor as typeof Deferred)(() => this.made.check(...checks));
  }
}

class DeferredObject extends Deferred {}
class DeferredEnum extends Deferred {}

/** Lets deferred schemas have what the schemas of zod have. Code asks whether there is a shape. */
function forward(Kind: typeof Deferred, names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(Kind.prototype, name, {
      get(this: Deferred) {
        const value = this.made[name];
        return typeof value === 'function' ? value.bind(this.made) : value;
      },
    });
  }
}
const OF_SCHEMAS = ['def', 'type', 'clone', 'with', 'apply', 'brand', 'register', '~standard'];
const PARSERS = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync'];
forward(Deferred, [...OF_SCHEMAS, ...PARSERS]);
forward(DeferredObject, ['shape']);
forward(DeferredEnum, ['options']);

// biome-ignore lint/suspicious/noExplicitAny: a builder of zod keeps its own type and parameters
const deferred = <F extends (...given: any[]) => unknown>(build: F, Kind = Deferred): F =>
  ((...given: unknown[]) => new Kind(() => build(...given) as Made)) as unknown as F;

export const object = /* @__PURE__ */ deferred(z.object, DeferredObject);
export const strictObject = /* @__PURE__ */ deferred(z.strictObject, DeferredObject);
export const looseObject = /* @__PURE__ */ deferred(z.looseObject, DeferredObject);
export const extend = /* @__PURE__ */ deferred(z.extend, DeferredObject);
export const omit = /* @__PURE__ */ deferred(z.omit, DeferredObject);
export const catchall = /* @__PURE__ */ deferred(z.catchall, DeferredObject);
export const string = /* @__PURE__ */ deferred(z.string);
export const boolean = /* @__PURE__ */ deferred(z.boolean);
export const int = /* @__PURE__ */ deferred(z.int);
export const number = /* @__PURE__ */ deferred(z.number);
export const unknown = /* @__PURE__ */ deferred(z.unknown);
export const literal = /* @__PURE__ */ deferred(z.literal);
export const url = /* @__PURE__ */ deferred(z.url);
export const optional = /* @__PURE__ */ deferred(z.optional);
export const nullable = /* @__PURE__ */ deferred(z.nullable);
export const array = /* @__PURE__ */ deferred(z.array);
export const record = /* @__PURE__ */ deferred(z.record);
export const union = /* @__PURE__ */ deferred(z.union);
export const pipe = /* @__PURE__ */ deferred(z.pipe);
export const transform = /* @__PURE__ */ deferred(z.transform);
export const _default = /* @__PURE__ */ deferred(z._default);
export const minLength = /* @__PURE__ */ deferred(z.minLength);
export const maxLength = /* @__PURE__ */ deferred(z.maxLength);
export const gte = /* @__PURE__ */ deferred(z.gte);
export const lte = /* @__PURE__ */ deferred(z.lte);
export const regex = /* @__PURE__ */ deferred(z.regex);
export const refine = /* @__PURE__ */ deferred(z.refine);
const choice = /* @__PURE__ */ deferred(z.enum, DeferredEnum);

export { choice as enum };
