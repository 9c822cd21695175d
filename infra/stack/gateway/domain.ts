// Creates the API's custom domain: certificate, mapping and, if the zone is known, the DNS record.
import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { CfnApiMapping } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Front } from '../../settings/sections/front.ts';
import type { SecondRegion } from '../../settings/sections/second-region.ts';
import type { Domain } from '../../settings/settings.ts';
import { createRecord } from './domain-record.ts';
import { createFront, createFrontRecords } from './front.ts';
import type { Gateway } from './gateway.ts';

/** Paths begin at the domain's root, without the stage. A regional domain serves APIs of both kinds. */
export function createDomain(
  scope: Construct,
  api: Gateway,
  { name, certificateArn, zone }: Domain,
  {
    secondRegion,
    front,
    secret,
  }: { secondRegion: SecondRegion; front: Front | undefined; secret: ISecret | undefined },
): void {
  const hostedZone =
    zone && HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name });
  const certificate = certificateArn
    ? Certificate.fromCertificateArn(scope, 'Certificate', certificateArn)
    : ownCertificate(scope, name, hostedZone as IHostedZone);
  const domain = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate,
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
    ...(api.rest && { mapping: api.rest }),
  });
  if (api.http) {
    const mapping = { apiId: api.id, domainName: domain.domainName, stage: api.stage };
    new CfnApiMapping(scope, 'DomainMapping', mapping).node.addDependency(api.published);
  }
  const distribution = front && secret && createFront(scope, { name, domain, front, secret });
  if (hostedZone && distribution) createFrontRecords(scope, hostedZone, name, distribution);
  else if (hostedZone) createRecord(scope, hostedZone, name, domain, secondRegion);
  new CfnOutput(scope, 'DomainTarget', {
    description: 'The target for the DNS record of the domain',
    value: distribution?.distributionDomainName ?? domain.domainNameAliasDomainName,
  });
}

/** Validated by a record in the zone, which also lets ACM renew it. */
const ownCertificate = (scope: Construct, domainName: string, hostedZone: IHostedZone): ICertificate =>
  new Certificate(scope, 'Certificate', { domainName, validation: CertificateValidation.fromDns(hostedZone) });
