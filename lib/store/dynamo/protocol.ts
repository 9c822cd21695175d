// Writes calls as JSON and reads their results, in place of the SDK's serializer, which walks the schema of each operation.
// Here it has nothing to find: attributes.ts has converted the bytes, and no operation that we call has dates. Errors,
// headers and the endpoint stay with the SDK.
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';

type Serialize = AwsJson1_0Protocol['serializeRequest'];
type Deserialize = AwsJson1_0Protocol['deserializeResponse'];
type Stream = NodeJS.ReadableStream;

/** DynamoDB's protocol, with JSON as it is. */
export class PlainJson extends AwsJson1_0Protocol {
  override async serializeRequest(...[operation, input, context]: Parameters<Serialize>): ReturnType<Serialize> {
    const request = await super.serializeRequest(operation, {}, context);
    request.body = JSON.stringify(input);
    return request;
  }

  override async deserializeResponse<Output>(
    ...args: Parameters<Deserialize>
  ): Promise<Output & { $metadata: object }> {
    const [, , response] = args;
    if (this.isErrorResponse(response.statusCode)) return super.deserializeResponse(...args) as never;
    const output = JSON.parse(await textOf(response.body));
    output.$metadata = this.deserializeMetadata(response);
    return output;
  }
}

/** Faster than to iterate over the stream. A connection that ends too early is an error of the stream. */
const textOf = (stream: Stream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      text += part;
    });
    stream.once('end', () => resolve(text));
    stream.once('error', reject);
  });
