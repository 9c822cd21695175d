// Settings of CloudFront before an HTTP API (docs/decisions/0097-a-witness-and-a-front.md).
import { UserError } from '../../user-error.ts';
import { choice, reference, type Setting, whole } from '../setting.ts';

/** CloudFront takes certificates and web ACLs of this region only (CloudFront guide; WAF guide, scope CLOUDFRONT). */
const REGION = 'us-east-1';

export const FRONT = {
  front: choice(
    '`cloudfront` puts a distribution before an HTTP API: a firewall if you have one, compressed and cached files of the pages, and HTTP/3 ([CloudFront in front](operations.md#cloudfront-in-front)). Requests past it get 403. Needs `gateway=http`, `domainName` and `frontCertificateArn`.',
    'none',
    'cloudfront',
  ),
  frontCertificateArn: reference(
    `An ACM certificate for \`domainName\` in ${REGION}, from where CloudFront takes it. In that region it may be the same as \`certificateArn\`.`,
    `the ARN of a certificate in ${REGION}`,
    new RegExp(`^arn:aws:acm:${REGION}:\\d{12}:certificate/[0-9a-f-]{36}$`),
  ),
  frontWebAclArn: reference(
    'A web ACL of WAF with the scope `CLOUDFRONT`, which the distribution uses.',
    `the ARN of a global web ACL in ${REGION}`,
    new RegExp(`^arn:aws:wafv2:${REGION}:\\d{12}:global/webacl/[\\w-]{1,128}/[0-9a-f-]{36}$`),
  ),
  frontSecretVersion: whole(
    'The value of the secret `ProxySecretName` that CloudFront sends: its name in the JSON there. Raise it to [replace the value](operations.md#cloudfront-in-front).',
    1,
    1,
    999,
  ),
} as const satisfies Record<string, Setting>;

export type Front = Readonly<{
  certificateArn: string;
  webAclArn: string | undefined;
  /** Name of the value in the secret. */
  secretVersion: string;
}>;

/** `given` returns the value of a setting, if it has one. Throws `UserError` for settings without their front. */
export function readFront(given: (name: keyof typeof FRONT) => string | undefined): Front | undefined {
  const [certificateArn, webAclArn] = [given('frontCertificateArn'), given('frontWebAclArn')];
  if (given('front') !== 'cloudfront') {
    const alone = (['frontCertificateArn', 'frontWebAclArn', 'frontSecretVersion'] as const).find(given);
    if (alone) throw new UserError(`${alone} needs front=cloudfront`);
    return undefined;
  }
  if (certificateArn === undefined)
    throw new UserError(`front=cloudfront needs frontCertificateArn, a certificate in ${REGION}`);
  return {
    certificateArn,
    webAclArn,
    secretVersion: given('frontSecretVersion') ?? FRONT.frontSecretVersion.defaultValue,
  };
}
