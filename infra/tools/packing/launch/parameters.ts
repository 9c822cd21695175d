// Lists the parameters of the launch stack, with what CloudFormation checks before it creates anything.
import { CfnParameter, type CfnParameterProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** A bare address, which is narrower than the functions' own schema. */
const EMAIL = '[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,4}';
const HOST = '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}';
const ARN = 'arn:aws[a-z-]*:acm:[a-z0-9-]+:\\d{12}:certificate/[0-9a-f-]{36}';

/** Name -> what CloudFormation asks for and accepts. A parameter without a default must be given. */
export const PARAMETERS = {
  AssetBucket: {
    description: 'Your bucket in this region that has the files of the bundle below gatehouse/.',
    allowedPattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]',
    constraintDescription: 'the name of a bucket',
  },
  Sender: {
    description: 'The sender of e-mails. SES must have verified the address itself, or its domain.',
    allowedPattern: EMAIL,
    constraintDescription: 'an address such as no-reply@example.com, without a name',
  },
  AlarmEmail: {
    description: 'Receives alarms, after SNS has asked whether it may.',
    allowedPattern: EMAIL,
    constraintDescription: 'an address such as ops@example.com',
  },
  DomainName: {
    description: 'The host name for clients. Decide before users sign up. Empty: the address of API Gateway.',
    default: '',
    allowedPattern: `(${HOST})?`,
    constraintDescription: 'a host name such as auth.example.com, or nothing',
  },
  CertificateArn: {
    description: 'The ACM certificate of DomainName, in this region. Empty without DomainName.',
    default: '',
    allowedPattern: `(${ARN})?`,
    constraintDescription: 'the ARN of a certificate, or nothing',
  },
} as const satisfies Record<string, CfnParameterProps>;

export type ParameterName = keyof typeof PARAMETERS;

/** Creates the parameters, and returns a reference to each as text. */
export const createParameters = (scope: Construct): Readonly<Record<ParameterName, string>> =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, props]) => [name, new CfnParameter(scope, name, props).valueAsString]),
  ) as Record<ParameterName, string>;
