// The construct: one deployment, in a stack of any app, with handles for what an app connects to it.
import { fileURLToPath } from 'node:url';
import { type Duration, Stack } from 'aws-cdk-lib';
import type { IRestApi, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus, IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import type { Grant } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../../../infra/settings/settings.ts';
import { acknowledgeFindings } from '../../../infra/stack/acknowledgements.ts';
import type { Gateway } from '../../../infra/stack/gateway/gateway.ts';
import { govern } from '../../../infra/stack/governance.ts';
import { requireWithinLimits } from '../../../infra/stack/limits.ts';
import { deploymentName, nameDeployment } from '../../../infra/stack/names.ts';
import { UserError } from '../../../infra/user-error.ts';
import type { EventName } from '../server/events.ts';
import { createRestAuthorizer, GatehouseJwtAuthorizer } from './authorizers.ts';
import { connect, type DeliveryOptions, type TargetOptions } from './events.ts';
import { findLogRole } from './log-role.ts';
import { readProperties } from './properties.ts';
import type { GatehouseProps } from './props.ts';
import { createResources } from './resources.ts';

/** The functions in the package, beside this file. */
const SHIPPED = fileURLToPath(new URL('functions', import.meta.url));

/** Settings that were read already, and the directory that `bundle` wrote. Several deployments may share it. */
type Read = { settings: Settings; bundles: string };

/**
 * A deployment of Gatehouse in your stack: table, secrets, functions, API, event bus, alarms and dashboard. Several of
 * them fit into one stack. Table, secrets and logs are kept when it is removed.
 *
 * @example
 * const auth = new Gatehouse(this, 'Auth', { sender: 'Acme <no-reply@example.com>' });
 */
export class Gatehouse extends Construct {
  /** The address that clients use: the custom domain, your proxy, or API Gateway's own. */
  readonly url: string;
  /** The claim `iss` of access tokens. It is the URL. */
  readonly issuer: string;
  /** The claim `aud` of access tokens. */
  readonly audience: string;
  /** The bus that events are published on. See `onEvent`. */
  readonly bus: IEventBus;
  /** The table with all data. Its items change from release to release, so read it by the API. */
  readonly table: ITableV2;
  readonly #gateway: Gateway;
  readonly #adminSecret: ISecret | undefined;
  readonly #bundles: string;
  readonly #signingAlg: string;

  constructor(scope: Construct, id: string, props?: GatehouseProps);
  /** @internal */
  constructor(scope: Construct, id: string, read: Read);
  constructor(scope: Construct, id: string, props: GatehouseProps | Read = {}) {
    super(scope, id);
    const isRead = 'bundles' in props;
    const logRole = !isRead && props.apiGatewayLogRole === undefined ? findLogRole(this) : undefined;
    const settings = isRead
      ? props.settings
      : readProperties(this, logRole ? { ...props, apiGatewayLogRole: false } : props);
    this.#bundles = isRead ? props.bundles : SHIPPED;
    nameDeployment(this, settings.stackName);
    const { api, baseUrl, bus, table, secrets } = createResources(this, settings, this.#bundles);
    if (logRole) api.rest?.deploymentStage.node.addDependency(logRole);
    govern(this, settings);
    requireWithinLimits(Stack.of(this));
    if (!isRead) acknowledgeFindings(this, settings);
    this.url = baseUrl;
    this.issuer = baseUrl;
    this.audience = settings.variables.GATEHOUSE_AUDIENCE ?? baseUrl;
    this.#gateway = api;
    this.bus = bus;
    this.table = table;
    this.#adminSecret = secrets.admin;
    this.#signingAlg = settings.variables.GATEHOUSE_SIGNING_ALG ?? 'RS256';
  }

  /** The REST API. Throws with `gateway: 'http'`; see `httpApi`. */
  get api(): IRestApi {
    if (!this.#gateway.rest) throw this.#error("api is the REST API. With gateway: 'http', use httpApi.");
    return this.#gateway.rest;
  }

  /** The HTTP API. Throws unless `gateway` is `http`; see `api`. */
  get httpApi(): IHttpApi {
    if (!this.#gateway.http) throw this.#error("httpApi needs gateway: 'http'. The REST API is api.");
    return this.#gateway.http;
  }

  /**
   * Returns an authorizer for the routes of one HTTP API: `authorizer: auth.jwtAuthorizer()`. Permissions of the user are
   * scopes of the token: `authorizationScopes: ['invoices.read']`. Throws if `signingAlg` is not RS256, the only algorithm
   * that API Gateway verifies.
   */
  jwtAuthorizer(): HttpJwtAuthorizer {
    if (this.#signingAlg !== 'RS256')
      throw this.#error(`jwtAuthorizer needs signingAlg RS256, not ${this.#signingAlg}`);
    return new GatehouseJwtAuthorizer(deploymentName(this), this, this);
  }

  /**
   * Creates an authorizer for one REST API, with its function, in the scope of the API. Functions behind it read the claims
   * with `authorizedClaims` of `@gatehouse-auth/server/lambda`. A result is cached for five minutes unless
   * `resultsCacheTtl` says otherwise.
   */
  restAuthorizer(
    scope: Construct,
    id: string,
    options: { readonly resultsCacheTtl?: Duration | undefined } = {},
  ): TokenAuthorizer {
    return createRestAuthorizer(scope, id, this.#bundles, this, options.resultsCacheTtl);
  }

  /**
   * Invokes the function for each of these events. Delivery is at least once. Type the handler with `EventOf` of
   * `@gatehouse-auth/server`. Without `deadLetterQueue`, events that could not be delivered for a day are lost.
   */
  onEvent(names: EventName | readonly EventName[], fn: IFunction, options?: DeliveryOptions): Rule;
  /** Sends each of these events to the target, such as `new SqsQueue(queue)`. */
  onEvent(names: EventName | readonly EventName[], target: IRuleTarget, options?: TargetOptions): Rule;
  onEvent(
    names: EventName | readonly EventName[],
    target: IFunction | IRuleTarget,
    options: DeliveryOptions & TargetOptions = {},
  ): Rule {
    const all = typeof names === 'string' ? [names] : names;
    return this.#explained(() => connect(this, this.bus, all, target, options));
  }

  /**
   * Lets the function read the admin secret key, and tells it where: `GATEHOUSE_URL` and `GATEHOUSE_ADMIN_SECRET_ARN` in its
   * environment. With the key it can create the first admin and set the password of any admin, so it is as powerful as an
   * admin of all tenants. Other operations need the session of an admin. Throws if `adminKey` is false.
   */
  grantAdmin(fn: LambdaFunction): Grant {
    if (!this.#adminSecret) throw this.#error('grantAdmin needs the key that adminKey: false removes');
    fn.addEnvironment('GATEHOUSE_URL', this.url);
    fn.addEnvironment('GATEHOUSE_ADMIN_SECRET_ARN', this.#adminSecret.secretArn);
    return this.#adminSecret.grantRead(fn);
  }

  #error(problem: string): UserError {
    return new UserError(`${this.node.path}: ${problem}`);
  }

  #explained<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw error instanceof UserError ? this.#error(error.message) : error;
    }
  }
}
