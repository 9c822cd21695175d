// Makes API Gateway verify access tokens: the JWT authorizer of HTTP APIs, and for REST APIs, which have none in
// CloudFormation, a Lambda authorizer.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { HttpRouteAuthorizerBindOptions, HttpRouteAuthorizerConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';

/** Whose tokens are verified. */
export type Issuer = { issuer: string; audience: string };

/** The directory of its code in the bundles. */
export const AUTHORIZER = 'authorizer';

/** For one HTTP API. API Gateway fetches the discovery document when it creates the authorizer, so that comes last. */
export class GatehouseJwtAuthorizer extends HttpJwtAuthorizer {
  readonly #name: string;
  readonly #served: IConstruct;

  constructor(name: string, { issuer, audience }: Issuer, served: IConstruct) {
    super(name, issuer, { jwtAudience: [audience] });
    this.#name = name;
    this.#served = served;
  }

  override bind(options: HttpRouteAuthorizerBindOptions): HttpRouteAuthorizerConfig {
    const bound = super.bind(options);
    options.scope.node.tryFindChild(this.#name)?.node.addDependency(this.#served);
    return bound;
  }
}

/** In the scope of the API, because the permission to invoke the function names the API. */
export function createRestAuthorizer(
  scope: Construct,
  id: string,
  bundles: string,
  { issuer, audience }: Issuer,
  resultsCacheTtl = Duration.minutes(5),
): TokenAuthorizer {
  const handler = new LambdaFunction(scope, `${id}Function`, {
    description: 'Gatehouse: verifies access tokens',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(`${bundles}/${AUTHORIZER}`),
    memorySize: 512,
    timeout: Duration.seconds(10),
    environment: { GATEHOUSE_ISSUER: issuer, GATEHOUSE_AUDIENCE: audience },
    logGroup: new LogGroup(scope, `${id}Log`, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
  });
  return new TokenAuthorizer(scope, id, {
    handler,
    resultsCacheTtl,
    // What is no bearer token costs no invocation.
    validationRegex: '^[Bb]earer [A-Za-z0-9._-]+$',
  });
}
