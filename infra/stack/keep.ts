// Says what stays in the account when a deployment removes it, and when the deployment that created it fails.
import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * Kept when the stack is removed or the resource replaced. The rollback of the deployment that created it deletes it, so
 * that the deployment can be repeated: a version of a function that stayed would be found again, and Lambda makes no second
 * one of the same code (`A version for this Lambda function exists`); a secret or a key that stayed would be paid for.
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/**
 * Kept by a rollback, too: what CloudFormation cannot delete, which would end the rollback itself in `ROLLBACK_FAILED`. The
 * table is protected against deletion, and a bucket may hold objects by then. Their names are generated, so they are in the
 * way of nothing.
 */
export const KEPT_ALWAYS = RemovalPolicy.RETAIN;
