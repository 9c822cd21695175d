// Creates the optional daily backup of the table in a vault of AWS Backup. Point-in-time recovery is always on; this is
// for what it cannot do: go back more than 35 days, and survive the region or the account.
import { Aws, Duration, Fn } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Backup } from '../settings/sections/life.ts';
import { KEPT } from './keep.ts';
import { isAlone } from './names.ts';

/** AWS keeps this policy up to date with what its own service calls. Only that service may take the role. */
export const BACKUP_POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

/**
 * `isLocked`: only a person with `backup:DeleteBackupVaultLockConfiguration` may delete a backup before its time, or shorten
 * it (governance mode).
 */
export function createBackup(
  scope: Construct,
  table: ITableV2,
  { days, copyVaultArn }: Backup,
  isLocked: boolean,
): void {
  const vault = new BackupVault(scope, 'BackupVault', {
    removalPolicy: KEPT,
    // A vault must have a name, and one that is kept blocks it. The end of the stack's id makes it this stack's own, and
    // the construct's address that of one deployment in it. 50 characters at most.
    backupVaultName: `${isAlone(scope) ? 'Gatehouse' : scope.node.addr.slice(-8)}-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
    // Without `changeableFor`, because a lock in compliance mode can never be ended again.
    ...(isLocked && { lockConfiguration: { minRetention: Duration.days(days) } }),
  });
  const deleteAfter = Duration.days(days);
  const plan = new BackupPlan(scope, 'BackupPlan', {
    backupVault: vault,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter,
        ...(copyVaultArn && {
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'BackupCopyVault', copyVaultArn),
              deleteAfter,
            },
          ],
        }),
      }),
    ],
  });
  plan.addSelection('Table', {
    resources: [BackupResource.fromArn(table.tableArn)],
    role: new Role(scope, 'BackupRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(BACKUP_POLICY)],
    }),
    disableDefaultBackupPolicy: true,
  });
}
