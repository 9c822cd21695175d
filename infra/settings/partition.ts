// Tells which of AWS's partitions a region is in: most of the world, China, or the US government's.
import { RegionInfo } from 'aws-cdk-lib/region-info';

/** The partition of a region, such as `aws-cn`; `undefined` for a region that the CDK does not know. */
export const partitionOf = (region: string): string | undefined => RegionInfo.get(region).partition;
