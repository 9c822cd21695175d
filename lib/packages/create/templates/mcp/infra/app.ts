import { App } from 'aws-cdk-lib';
import { McpStack } from './stack.ts';

// Change the sender before you deploy.
new McpStack(new App(), 'MyApp', { sender: 'My App <no-reply@example.com>' });
