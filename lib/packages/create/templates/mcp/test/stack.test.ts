import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { McpStack } from '../infra/stack.ts';

test('the stack has Gatehouse, the MCP server and the document that leads its clients to Gatehouse', () => {
  // The function is not bundled here.
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const template = Template.fromStack(new McpStack(app, 'Test', { sender: 'no-reply@example.com' }));
  template.resourceCountIs('AWS::ApiGateway::RestApi', 1);
  const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));
  expect(routes.map(({ Properties }) => Properties.RouteKey)).toEqual(
    expect.arrayContaining(['POST /mcp', 'GET /.well-known/oauth-protected-resource/mcp']),
  );
});
