// Puts CloudFront before an HTTP API: firewall, HTTP/3, compression and a cache for the files of pages.
import { Duration } from 'aws-cdk-lib';
import type { DomainName } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { PROXY_HEADER } from '../../../lib/http/headers.ts';
import type { Front } from '../../settings/sections/front.ts';
import { deploymentName } from '../names.ts';

/**
 * CloudFront caches errors for ten seconds, and for all of these but 404, 414 and 501 it ignores `no-store` (CloudFront guide,
 * "Control how long CloudFront caches errors"): one user would get the refusal of another.
 */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

export function createFront(
  scope: Construct,
  { name, domain, front, secret }: { name: string; domain: DomainName; front: Front; secret: ISecret },
): Distribution {
  // The domain of the API has the name of the front: CloudFront passes `host` on, and the API's own address is disabled.
  const origin = new HttpOrigin(domain.domainNameAliasDomainName, {
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // CloudFront replaces what a client sends there. CloudFormation reads the value when it deploys.
    customHeaders: { [PROXY_HEADER]: secret.secretValueFromJson(front.secretVersion).unsafeUnwrap() },
  });
  const originRequestPolicy = new OriginRequestPolicy(scope, 'FrontRequests', {
    comment: `Everything that clients of ${deploymentName(scope)} send, and their address`,
    headerBehavior: OriginRequestHeaderBehavior.all('CloudFront-Viewer-Address'),
    cookieBehavior: OriginRequestCookieBehavior.all(),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });
  const behavior = { origin, originRequestPolicy, viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY };
  return new Distribution(scope, 'Front', {
    comment: `Gatehouse: ${deploymentName(scope)}`,
    domainNames: [name],
    certificate: Certificate.fromCertificateArn(scope, 'FrontCertificate', front.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...(front.webAclArn !== undefined && { webAclId: front.webAclArn }),
    defaultBehavior: {
      ...behavior,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
    },
    additionalBehaviors: {
      // Their names are hashes of what is in them, and they say for how long they may be kept (lib/http/pages/serve-pages.ts).
      '/assets/*': { ...behavior, cachePolicy: CachePolicy.CACHING_OPTIMIZED, compress: true },
    },
    errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
  });
}

/** For both versions of IP: a distribution has addresses of each. */
export function createFrontRecords(scope: Construct, zone: IHostedZone, name: string, front: Distribution): void {
  const props = { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(new CloudFrontTarget(front)) };
  new ARecord(scope, 'DomainRecord', props);
  new AaaaRecord(scope, 'DomainRecordV6', props);
}
