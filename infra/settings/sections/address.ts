// Settings of the address that clients use.
import { reference, type Setting, text, whole } from '../setting.ts';

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const ADDRESS = {
  domainName: text(
    'The API’s custom domain. Needs `certificateArn`, or a hosted zone in which the stack creates the certificate and the record.',
    'a host name such as auth.example.com',
    HOST,
  ),
  certificateArn: reference(
    'An ACM certificate for `domainName` in the same region.',
    'the ARN of a certificate',
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/,
  ),
  hostedZoneId: reference(
    'The Route 53 hosted zone that contains `domainName`.',
    'the id of a hosted zone such as Z0123456789ABC',
    // `HostedZone.fromLookup` returns DUMMY until the CDK has looked it up.
    /^(Z[A-Z0-9]{5,31}|DUMMY)$/,
  ),
  hostedZoneName: reference('The name of that zone.', 'a host name such as example.com', HOST),
  baseUrl: text(
    'The URL for clients if your own proxy is in front of the API; excludes `domainName`. Without `trustedProxy`, limits by address see the proxy’s addresses.',
    'an https origin such as https://auth.example.com',
    isHttpsOrigin,
  ),
  trustedProxy: whole(
    'All requests come through your own proxy, firewall or content network, which sends the secret `ProxySecretName` in the header `x-gatehouse-proxy`. Others get 403, except for the public keys and the health check. The number is the position of the client’s address in `x-forwarded-for`, counted from the right, without the proxy’s own: 1 if the proxy adds it, 2 if another proxy is before it. Needs `baseUrl` or `domainName`; costs 0.40 USD per month.',
    '',
    1,
    9,
  ),
} as const satisfies Record<string, Setting>;

/** Only an origin: operations have absolute paths, and a base path would precede each of them. */
function isHttpsOrigin(url: string): boolean {
  return url.startsWith('https://') && URL.canParse(url) && new URL(url).origin === url;
}
