import { fileURLToPath } from 'node:url';
import { Gatehouse } from '@gatehouse-auth/construct';
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, type HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import { routes } from '../api/routes.ts';

export type AppStackProps = StackProps & {
  /** Who e-mails come from. SES must have verified the domain. */
  sender: string;
  /** Where the web pages are. */
  webOrigin: string;
};

export class AppStack extends Stack {
  constructor(scope: Construct, id: string, { sender, webOrigin, ...props }: AppStackProps) {
    super(scope, id, props);
    const auth = new Gatehouse(this, 'Auth', { sender, allowedOrigins: webOrigin });

    const api = new HttpApi(this, 'Api', {
      corsPreflight: {
        allowOrigins: [webOrigin],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ['authorization', 'content-type'],
      },
    });
    const integration = new HttpLambdaIntegration(
      'ApiIntegration',
      this.#function('ApiFunction', 'lambda', { ISSUER: auth.issuer, AUDIENCE: auth.audience }),
    );
    const authorizer = auth.jwtAuthorizer();
    for (const [route, rules] of Object.entries(routes)) {
      const [method, path = '/'] = route.split(' ');
      const authorizationScopes = 'permission' in rules ? [rules.permission] : [];
      api.addRoutes({ path, methods: [method as HttpMethod], integration, authorizer, authorizationScopes });
    }

    auth.onEvent('svc.registered', this.#function('Welcome', 'welcome'));

    new CfnOutput(this, 'AuthUrl', { value: auth.url });
    new CfnOutput(this, 'ApiUrl', { value: api.apiEndpoint });
  }

  #function(id: string, file: string, environment: Record<string, string> = {}): NodejsFunction {
    return new NodejsFunction(this, id, {
      entry: fileURLToPath(new URL(`../api/${file}.ts`, import.meta.url)),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      bundling: { format: OutputFormat.ESM, minify: true, logLevel: LogLevel.ERROR },
      environment,
    });
  }
}
