// Tells which of AWS's partitions a region is in: most of the world, China, or the US government's. Also what regions lack.
import { RegionInfo } from 'aws-cdk-lib/region-info';

/** The partition of a region, such as `aws-cn`; `undefined` for a region that the CDK does not know. */
export const partitionOf = (region: string): string | undefined => RegionInfo.get(region).partition;

/** Regions that the table of the SNS developer guide, "Supported countries and regions", leaves out. */
const WITHOUT_SMS = ['ap-east-1', 'ap-northeast-2', 'cn-north-1', 'cn-northwest-1'];

/** Whether SNS may send SMS from the region. A region that AWS opened later counts as one that does. */
export const sendsSms = (region: string): boolean => !WITHOUT_SMS.includes(region);
