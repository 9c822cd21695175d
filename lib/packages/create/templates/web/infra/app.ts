import { App } from 'aws-cdk-lib';
import { AppStack } from './stack.ts';

const app = new App();

// Two environments in one account, each with users of its own. Change sender and origin before you deploy.
new AppStack(app, 'MyAppStaging', {
  sender: 'My App <no-reply@example.com>',
  webOrigin: 'https://staging.example.com',
});
new AppStack(app, 'MyAppProduction', {
  sender: 'My App <no-reply@example.com>',
  webOrigin: 'https://app.example.com',
});
