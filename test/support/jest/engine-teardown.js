// Stops the DynamoDB Local of the run.
export default () => globalThis.stopEngine();
