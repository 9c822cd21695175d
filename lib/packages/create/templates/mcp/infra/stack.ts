import { fileURLToPath } from 'node:url';
import { Gatehouse } from '@gatehouse-auth/construct';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';

export type McpStackProps = StackProps & {
  /** Who e-mails come from. SES must have verified the domain. */
  sender: string;
};

export class McpStack extends Stack {
  constructor(scope: Construct, id: string, { sender, ...props }: McpStackProps) {
    super(scope, id, props);
    const auth = new Gatehouse(this, 'Auth', { sender });
    // Clients that run in a page, such as the MCP inspector.
    const api = new HttpApi(this, 'Mcp', {
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'],
        exposeHeaders: ['www-authenticate'],
      },
    });
    const resource = `${api.apiEndpoint}/mcp`;
    const server = new NodejsFunction(this, 'Server', {
      entry: fileURLToPath(new URL('../server/lambda.ts', import.meta.url)),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.seconds(29),
      bundling: { format: OutputFormat.ESM, minify: true, logLevel: LogLevel.ERROR },
      environment: { ISSUER: auth.issuer, RESOURCE: resource },
    });
    const integration = new HttpLambdaIntegration('ServerIntegration', server);
    // The server itself refuses strangers: an authorizer of an HTTP API cannot tell clients where to get a token.
    for (const path of ['/mcp', '/.well-known/oauth-protected-resource/mcp'])
      api.addRoutes({ path, methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE], integration });

    new CfnOutput(this, 'AuthUrl', { value: auth.url });
    new CfnOutput(this, 'McpUrl', { value: resource });
  }
}
