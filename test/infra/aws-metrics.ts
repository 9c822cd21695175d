// Lists the metrics of AWS that alarms and the dashboard may use, as AWS documents them. A metric with another name,
// dimension or statistic exists in no account: its alarm never fires, and its graph stays blank.

type Documented = {
  /** The names of metrics, all with the same dimensions. */
  metrics: readonly string[];
  /** The sets of dimensions that AWS publishes them with. */
  dimensions: readonly (readonly string[])[];
  /** Statistics that mean something for them. */
  statistics: readonly string[];
  source: string;
  quote: string;
};

const PERCENTILES = ['p50', 'p95', 'p99'];
const ALL = ['Average', 'Minimum', 'Maximum', 'Sum', 'SampleCount'];

/** Namespace -> its metrics. `quote` is from the English page at `source`, as of 2026. */
export const AWS_METRICS: Readonly<Record<string, readonly Documented[]>> = {
  'AWS/ApiGateway': [
    {
      // Of HTTP APIs. The page names no statistic in which a 5xx would be a part of the requests.
      metrics: ['4xx', '5xx'],
      dimensions: [['ApiId'], ['ApiId', 'Stage']],
      statistics: ['Sum'],
      source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html',
      quote:
        '4xx: The number of client-side errors captured in a given period. 5xx: The number of server-side errors captured in a given period. [...] ApiId, Stage: Filters API Gateway metrics for an API stage with the specified API ID and stage ID.',
    },
    {
      metrics: ['4XXError', '5XXError'],
      dimensions: [['ApiName'], ['ApiName', 'Stage']],
      statistics: ['Sum', 'Average'],
      source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
      quote:
        'The Average statistic represents the 5XXError error rate, namely, the total count of the 5XXError errors divided by the total number of requests during the period. [...] ApiName, Stage: Filters API Gateway metrics for the API stage resource with the specified API name and stage.',
    },
    {
      // Each request is one sample of 1, so the sum is the count that the page names.
      metrics: ['Count'],
      dimensions: [['ApiName'], ['ApiName', 'Stage'], ['ApiId'], ['ApiId', 'Stage']],
      statistics: ['SampleCount', 'Sum'],
      source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
      quote:
        'The total number API requests in a given period. The SampleCount statistic represents this metric. Unit: Count',
    },
    {
      metrics: ['Latency', 'IntegrationLatency'],
      dimensions: [['ApiName'], ['ApiName', 'Stage'], ['ApiId'], ['ApiId', 'Stage']],
      statistics: ['Average', 'Maximum', ...PERCENTILES],
      source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
      quote:
        'The time between when API Gateway receives a request from a client and when it returns a response to the client. Unit: Millisecond',
    },
  ],
  'AWS/Lambda': [
    {
      metrics: ['Invocations', 'Errors', 'Throttles'],
      dimensions: [[], ['FunctionName']],
      statistics: ['Sum'],
      source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
      quote: 'Invocation metrics are binary indicators of the outcome [...] View these metrics with the Sum statistic.',
    },
    {
      metrics: ['IteratorAge'],
      dimensions: [['FunctionName']],
      statistics: ['Average', 'Maximum', ...PERCENTILES],
      source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
      quote:
        'For event source mappings that read from streams, the age of the last record in the event. The age is the amount of time between when a stream receives the record and when the event source mapping sends the event to the function.',
    },
    {
      metrics: ['ConcurrentExecutions'],
      dimensions: [[], ['FunctionName']],
      statistics: ['Maximum'],
      source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
      quote:
        'Lambda reports concurrency metrics as an aggregate count [...] across a function, version, alias, or AWS Region. [...] view these metrics with the Max statistic.',
    },
  ],
  'AWS/DynamoDB': [
    {
      metrics: ['ReadThrottleEvents', 'WriteThrottleEvents'],
      dimensions: [['TableName'], ['GlobalSecondaryIndexName', 'TableName']],
      statistics: ['Sum', 'SampleCount'],
      source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
      quote:
        'The TableName dimension returns the ReadThrottleEvents for the table, but not for any global secondary indexes. To view ReadThrottleEvents for a global secondary index, you must specify both TableName and GlobalSecondaryIndex.',
    },
    {
      metrics: ['ReplicationLatency'],
      dimensions: [['ReceivingRegion', 'TableName']],
      statistics: ['Average', 'Minimum', 'Maximum'],
      source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_monitoring.html',
      quote:
        'The elapsed time between when an item is written to a replica table, and when that item appears in another replica in the global table. ReplicationLatency is expressed in milliseconds and is emitted for every source- and destination-Region pair.',
    },
    {
      metrics: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
      dimensions: [['TableName'], ['GlobalSecondaryIndexName', 'TableName']],
      statistics: ['Sum', 'Average', 'Maximum', 'Minimum', 'SampleCount'],
      source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
      quote:
        'Use the Sum statistic to calculate the consumed throughput. Dimensions: TableName, GlobalSecondaryIndexName',
    },
  ],
  'AWS/Events': [
    {
      // All rules of the stack that a metric names are on a bus of its own. On the default bus it would be RuleName alone.
      metrics: ['InvocationsFailedToBeSentToDlq', 'InvocationsSentToDlq', 'FailedInvocations'],
      dimensions: [['EventBusName', 'RuleName']],
      statistics: ['Sum', 'SampleCount'],
      source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html',
      quote:
        'Metrics that specify only the RuleName dimension refer to the default event bus. Metrics that specify both the EventBusName and RuleName dimensions refer to a custom event bus.',
    },
  ],
  'AWS/SQS': [
    {
      metrics: ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'],
      dimensions: [['QueueName']],
      statistics: ALL,
      source:
        'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
      quote: 'The only dimension that Amazon SQS sends to CloudWatch is QueueName.',
    },
  ],
  'AWS/SNS': [
    {
      // It is one number for account and region. The CDK's own list of metrics has it without dimensions, too.
      metrics: ['SMSMonthToDateSpentUSD'],
      dimensions: [[]],
      statistics: ['Maximum'],
      source: 'https://docs.aws.amazon.com/sns/latest/dg/sns-monitoring-using-cloudwatch.html',
      quote:
        'The charges you have accrued since the start of the current calendar month for sending SMS messages. You can set an alarm for this metric to know when your month-to-date charges are close to the monthly SMS spend limit for your account.',
    },
  ],
  'AWS/Firehose': [
    {
      metrics: ['DeliveryToS3.DataFreshness'],
      dimensions: [['DeliveryStreamName']],
      statistics: ['Average', 'Maximum', 'Minimum', 'SampleCount'],
      source: 'https://docs.aws.amazon.com/firehose/latest/dev/monitoring-with-cloudwatch-metrics.html',
      quote:
        'The age (from getting into Amazon Data Firehose to now) of the oldest record in Amazon Data Firehose. Any record older than this age has been delivered to the S3 bucket. Units: Seconds',
    },
  ],
};
