// Emulates the throttles of a stage: a token bucket for each method over all clients (API Gateway developer guide,
// "Throttle requests to your REST APIs").
import type { MethodSetting } from './assembly/properties.ts';

/** Of an account in a region, unless AWS has raised them: requests per second, and the burst. */
const ACCOUNT = { rate: 10_000, burst: 5000 } as const;

type Bucket = { rate: number; burst: number; tokens: number; at: number };

/** Returns a function that says whether a request of the method and the declared path passes. It counts those that do. */
export function createThrottles(
  settings: readonly MethodSetting[],
  now = Date.now,
): (method: string, path: string) => boolean {
  const buckets = new Map<string, Bucket>();
  const bucketOf = (key: string, rate: number, burst: number): Bucket => {
    const bucket = buckets.get(key) ?? { rate, burst, tokens: burst, at: now() };
    buckets.set(key, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * rate);
    bucket.at = now();
    return bucket;
  };
  const settingOf = (method: string, path: string): MethodSetting | undefined => {
    const resource = `/${path.replaceAll('/', '~1')}`;
    const of = (httpMethod: string, resourcePath: string) =>
      settings.find((each) => each.HttpMethod === httpMethod && each.ResourcePath === resourcePath);
    return of(method, resource) ?? of('*', '/*');
  };
  return (method, path) => {
    const { ThrottlingRateLimit: rate = ACCOUNT.rate, ThrottlingBurstLimit: burst = ACCOUNT.burst } =
      settingOf(method, path) ?? {};
    const both = [bucketOf('account', ACCOUNT.rate, ACCOUNT.burst), bucketOf(`${method} ${path}`, rate, burst)];
    if (both.some(({ tokens }) => tokens < 1)) return false;
    for (const bucket of both) bucket.tokens--;
    return true;
  };
}
