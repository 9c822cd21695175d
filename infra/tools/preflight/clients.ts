// Creates the clients of AWS that the checks of an account use. They wait a few seconds at most.
import { ACMClient } from '@aws-sdk/client-acm';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { BackupClient } from '@aws-sdk/client-backup';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';

const SECONDS = 5;

export type Clients = ReturnType<typeof createClients>;

/** `region`: that of the credentials' profile if `undefined`. */
export function createClients(region: string | undefined, seconds = SECONDS) {
  const options = {
    ...(region !== undefined && { region }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: seconds * 1000, requestTimeout: seconds * 1000, throwOnRequestTimeout: true },
  };
  return {
    acm: new ACMClient(options),
    apiGateway: new APIGatewayClient(options),
    backup: new BackupClient(options),
    logs: new CloudWatchLogsClient(options),
    dynamodb: new DynamoDBClient(options),
    lambda: new LambdaClient(options),
    route53: new Route53Client(options),
    ses: new SESv2Client(options),
    sns: new SNSClient(options),
    ssm: new SSMClient(options),
  };
}
