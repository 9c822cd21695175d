// Checks what a deployment shares with all others of the account and region, and what it expects to be there.
import { CertificateStatus, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { DescribeRegionSettingsCommand } from '@aws-sdk/client-backup';
import { DescribeResourcePoliciesCommand, type ResourcePolicy } from '@aws-sdk/client-cloudwatch-logs';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand } from '@aws-sdk/client-route-53';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import type { Clients } from '../clients.ts';
import { type Check, fails, ok, warning } from '../finding.ts';

/** Policies without `resourceArn` of an account and region; no quota raises it (API reference, PutResourcePolicy). */
const LOG_POLICIES = 10;

/** The name or statement of the policy that AWS makes for logs of firewalls and HTTP APIs (CloudWatch Logs guide). */
const DELIVERY = 'AWSLogDeliveryWrite';

async function allPolicies(logs: Clients['logs']): Promise<ResourcePolicy[]> {
  const found: ResourcePolicy[] = [];
  for (let nextToken: string | undefined, isFirst = true; isFirst || nextToken !== undefined; isFirst = false) {
    const page = await logs.send(new DescribeResourcePoliciesCommand({ nextToken }));
    found.push(...(page.resourcePolicies ?? []));
    nextToken = page.nextToken;
  }
  return found;
}

export const logPolicies: Check = {
  name: 'resource policies of CloudWatch Logs',
  needs: 'logs:DescribeResourcePolicies',
  isNeeded: () => true,
  look: async ({ clients, settings: { stackName, isHardened, gateway }, region }) => {
    const policies = await allPolicies(clients.logs);
    const has = policies.some(({ policyName }) => policyName === `${stackName}-audit-log`);
    // AWS shares it, and makes it at the first need.
    const isFirst = !policies.some(({ policyName, policyDocument }) =>
      `${policyName}${policyDocument}`.includes(DELIVERY),
    );
    const needed = (has ? 0 : 1) + (isFirst && (isHardened || gateway === 'http') ? 1 : 0);
    if (policies.length + needed <= LOG_POLICIES)
      return [ok(`CloudWatch Logs has ${policies.length} of ${LOG_POLICIES} resource policies`)];
    return [
      fails(
        `CloudWatch Logs has ${policies.length} of ${LOG_POLICIES} resource policies here, and the deployment makes ${needed}: it ends with LimitExceededException`,
        `aws logs describe-resource-policies --region ${region}, then merge some, or delete-resource-policy those of stacks that are gone`,
      ),
    ];
  },
};

/** The version that templates of the CDK require (their rule CheckBootstrapVersion). */
const BOOTSTRAP = 6;
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';

export const bootstrap: Check = {
  name: 'the CDK’s bootstrap',
  needs: 'ssm:GetParameter',
  isNeeded: () => true,
  look: async ({ clients, settings, region }) => {
    const help = `npx cdk bootstrap, in ${region}`;
    const found = await clients.ssm.send(new GetParameterCommand({ Name: PARAMETER })).catch((error: Error) => {
      if (error.name === 'ParameterNotFound') return undefined;
      throw error;
    });
    if (!found) return [fails('the CDK was not bootstrapped here', help)];
    const [, , , , account] = found.Parameter?.ARN?.split(':') ?? [];
    const { account: wanted = account } = settings.env;
    if (account !== undefined && account !== wanted)
      return [
        fails(`the credentials are of the account ${account}, and the deployment goes to ${wanted}`, 'AWS_PROFILE'),
      ];
    const version = Number(found.Parameter?.Value);
    return [
      version >= BOOTSTRAP
        ? ok(`the CDK’s bootstrap has version ${version}`)
        : fails(`the CDK’s bootstrap has version ${version}, and the deployment needs ${BOOTSTRAP}`, help),
    ];
  },
};

export const backup: Check = {
  name: 'the settings of AWS Backup',
  needs: 'backup:DescribeRegionSettings',
  isNeeded: ({ life }) => life.backup !== undefined,
  look: async ({ clients, region }) => {
    const { ResourceTypeOptInPreference: optIn, ResourceTypeManagementPreference: managed } = await clients.backup.send(
      new DescribeRegionSettingsCommand({}),
    );
    const set = (option: string): string =>
      `aws backup update-region-settings --region ${region} --${option} DynamoDB=true`;
    if (!optIn?.DynamoDB)
      return [
        fails(
          'AWS Backup does not back up DynamoDB here: the plan makes no backup',
          set('resource-type-opt-in-preference'),
        ),
      ];
    if (!managed?.DynamoDB)
      return [
        fails(
          'AWS Backup’s advanced features of DynamoDB are off here: the vault takes no backup of the table, and no copy leaves the region',
          set('resource-type-management-preference'),
        ),
      ];
    return [ok('AWS Backup backs up DynamoDB')];
  },
};

export const hostedZone: Check = {
  name: 'the hosted zone',
  needs: 'route53:GetHostedZone',
  isNeeded: ({ domain }) => domain?.zone !== undefined,
  look: async ({ clients, settings: { domain } }) => {
    const { id = '', name = '' } = domain?.zone ?? {};
    const help = 'aws route53 list-hosted-zones shows id and name of each';
    const reply = await clients.route53.send(new GetHostedZoneCommand({ Id: id })).catch((error: Error) => {
      if (error.name === 'NoSuchHostedZone') return undefined;
      throw error;
    });
    if (!reply) return [fails(`there is no hosted zone ${id}`, help)];
    const found = reply.HostedZone?.Name?.replace(/\.$/, '');
    if (found !== name) return [fails(`the hosted zone ${id} is that of ${found}, not of ${name}`, help)];
    if (reply.HostedZone?.Config?.PrivateZone)
      return [fails(`the hosted zone ${id} is private: the certificate is never issued`, help)];
    if (domain && domain.name !== name && !domain.name.endsWith(`.${name}`))
      return [fails(`${domain.name} is not in the zone ${name}`, help)];
    const servers = reply.DelegationSet?.NameServers ?? [];
    return [ok(`${name} is a public zone; its registrar must name ${servers[0] ?? 'its name servers'}`)];
  },
};

export const certificate: Check = {
  name: 'the certificate',
  needs: 'acm:DescribeCertificate',
  isNeeded: ({ domain }) => domain?.certificateArn !== undefined,
  look: async ({ clients, settings: { domain }, region }) => {
    const { name = '', certificateArn: arn = '' } = domain ?? {};
    const help = `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}`;
    const [, , , where] = arn.split(':');
    if (where !== region) return [fails(`certificateArn is of ${where}, and the API takes one of ${region}`, help)];
    const reply = await clients.acm
      .send(new DescribeCertificateCommand({ CertificateArn: arn }))
      .catch((error: Error) => {
        if (error.name === 'ResourceNotFoundException') return undefined;
        throw error;
      });
    if (!reply) return [fails('there is no such certificate', help)];
    const { Status, SubjectAlternativeNames: names = [], NotAfter } = reply.Certificate ?? {};
    if (Status !== CertificateStatus.ISSUED) return [fails(`the certificate is ${Status}, not ISSUED`, help)];
    const wildcard = name.replace(/^[^.]+/, '*');
    if (!names.includes(name) && !names.includes(wildcard))
      return [fails(`the certificate is for ${names.join(', ')}, not for ${name}`, help)];
    if (reply.Certificate?.RenewalEligibility === 'INELIGIBLE')
      return [warning(`nothing renews the certificate, which ends on ${NotAfter?.toISOString().slice(0, 10)}`, help)];
    return [ok(`the certificate is for ${name}`)];
  },
};

const RP = 'GATEHOUSE_PASSKEY_RP_ID';
const NONE = 'off';

/** Passkeys belong to one domain (docs/decisions/0099-passkeys.md): the next deployment must not have another one. */
export const passkeys: Check = {
  name: 'the domain of the passkeys',
  needs: 'lambda:GetFunctionConfiguration',
  isNeeded: ({ variables: { [RP]: wanted = NONE } }) => wanted !== NONE,
  look: async ({ clients, settings: { stackName, variables }, decided }) => {
    const wanted = variables[RP];
    const command = new GetFunctionConfigurationCommand({ FunctionName: `${stackName}-passkeys` });
    const found = await clients.lambda.send(command).catch((error: Error) => {
      if (error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    });
    // Lambda encrypts variables, and says here why it could not decrypt them.
    if (found?.Environment?.Error)
      return [warning('not checked: the domain of the passkeys', `${found.Environment.Error.Message}`)];
    const { [RP]: deployed = NONE } = found?.Environment?.Variables ?? {};
    if (deployed === wanted || deployed === NONE)
      return [ok(`passkeys are of ${wanted}, as before or for the first time`)];
    const text = `passkeys are of ${deployed}, and the deployment makes them of ${wanted}: none that exists opens its account then`;
    const report = decided.changesPasskeyDomain ? warning : fails;
    return [
      report(
        text,
        `-c ${RP}=${deployed}; docs/guides/passkeys.md says what another one means, and --change-passkey-domain accepts it`,
      ),
    ];
  },
};
