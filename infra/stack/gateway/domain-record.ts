// Creates the DNS record of the API's custom domain: one, or one of a pair with the deployment of another region.
import { Duration } from 'aws-cdk-lib';
import type { DomainName } from 'aws-cdk-lib/aws-apigateway';
import {
  ARecord,
  Failover,
  HealthCheck,
  HealthCheckType,
  type IAliasRecordTarget,
  type IHostedZone,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { SecondRegion } from '../../settings/sections/second-region.ts';

const HEALTH = '/auth/health';
/** Three are the fewest, and each asks once in some seconds, which the standby is charged for (API reference, HealthCheckConfig). */
const CHECKING_REGIONS = ['us-east-1', 'eu-west-1', 'ap-southeast-1'];

/**
 * The first record of the pair is in force unless the standby is healthy. So nothing but opening the standby moves clients, and
 * nothing but closing it moves them back: neither a short fault of the first region, nor its return.
 */
export function createRecord(
  scope: Construct,
  zone: IHostedZone,
  name: string,
  domain: DomainName,
  { role, standbyUrl }: SecondRegion,
): void {
  const target = new ApiGatewayDomain(domain);
  // Route 53 takes no record of a pair without `evaluateTargetHealth`. It fails only when API Gateway does in the region (API
  // Gateway developer guide, "Configure custom health checks for DNS failover").
  const paired: IAliasRecordTarget = { bind: (...given) => ({ ...target.bind(...given), evaluateTargetHealth: true }) };
  new ARecord(scope, 'DomainRecord', {
    zone,
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(role ? paired : target),
    ...(role && { setIdentifier: role, failover: role === 'primary' ? Failover.PRIMARY : Failover.SECONDARY }),
    ...(standbyUrl !== undefined && { healthCheck: standbyIsClosed(scope, standbyUrl) }),
  });
}

/** Healthy while `GET /auth/health` of the standby is no success, as in maintenance, or there is none. */
function standbyIsClosed(scope: Construct, standbyUrl: string): HealthCheck {
  const { hostname, pathname } = new URL(standbyUrl);
  return new HealthCheck(scope, 'StandbyHealth', {
    type: HealthCheckType.HTTPS,
    fqdn: hostname,
    port: 443,
    resourcePath: `${pathname.replace(/\/$/, '')}${HEALTH}`,
    inverted: true,
    failureThreshold: 3,
    requestInterval: Duration.seconds(30),
    regions: CHECKING_REGIONS,
  });
}
