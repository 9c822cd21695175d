// Defines a response as the gateway takes it.
export type Response = {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  body: string;
};
