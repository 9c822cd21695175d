// Lists prices of AWS in US dollars, without free tiers and taxes. Look up current prices before you decide by them.

/** The month and the region of the prices. */
export const PRICED = { at: 'November 2026', region: 'us-east-1' } as const;

const MILLION = 1_000_000;

export const PRICES = {
  apiRequest: 3.5 / MILLION, // API Gateway, REST, the first 333 million a month
  httpApiRequest: 1 / MILLION, // API Gateway, HTTP, the first 300 million a month; a request counts once for each 512 KB
  frontRequest: 1 / MILLION, // CloudFront, HTTPS, in North America; ten million and 1 TB a month are free
  sentGb: 0.09, // data transfer to the internet, beyond the first 100 GB a month
  functionRequest: 0.2 / MILLION, // Lambda
  functionGbSecond: 0.0000133334, // Lambda on arm64
  provisionedGbSecond: 0.0000033334, // Lambda, provisioned concurrency on arm64, besides the calls
  readUnit: 0.125 / MILLION, // DynamoDB on demand
  writeUnit: 0.625 / MILLION,
  storedGbMonth: 0.25,
  restorableGbMonth: 0.2, // point-in-time recovery
  objectPut: 0.005 / 1000, // S3 Standard
  objectGbMonth: 0.023,
  backedUpGbMonth: 0.1, // AWS Backup, DynamoDB, warm; each daily backup is a full one
  loggedGb: 0.5, // CloudWatch Logs, ingested
  event: 1 / MILLION, // EventBridge, custom events
  queued: 0.4 / MILLION, // SQS, a request
  email: 0.1 / 1000, // SES
  secretMonth: 0.4, // Secrets Manager
  secretRequest: 0.05 / 10_000,
  alarmMonth: 0.1, // CloudWatch, beyond the first ten
  metricMonth: 0.3, // CloudWatch, a custom metric in a month in which it was written
  keyMonth: 1, // KMS
  firewallMonth: 5, // WAF, and for each rule
  firewallRuleMonth: 1,
  firewallRequest: 0.6 / MILLION,
  scannedGb: 0.005, // Athena, 5.00 per TB
  archivedGb: 0.029, // Firehose, ingested; it rounds each record up to 5 KB
} as const;
