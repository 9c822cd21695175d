import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { routes } from '../api/routes.ts';
import { AppStack } from '../infra/stack.ts';

test('one app has two environments, and no route of the API is open', () => {
  // The functions are not bundled here.
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const props = { sender: 'no-reply@example.com', webOrigin: 'https://app.example.com' };
  const stacks = ['Staging', 'Production'].map((name) => new AppStack(app, name, props));
  for (const stack of stacks) {
    const found = Object.values(Template.fromStack(stack).findResources('AWS::ApiGatewayV2::Route'));
    expect(found).toHaveLength(Object.keys(routes).length);
    expect(found.map(({ Properties }) => Properties.AuthorizationType)).not.toContain('NONE');
  }
});
