// Checks the local SES and SNS through the SDK's own clients.
import {
  SESClient,
  SendEmailCommand,
  type SendEmailCommandInput,
  VerifyEmailIdentityCommand,
} from '@aws-sdk/client-ses';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';

const outbound = createOutbound();
let aws: Aws;
let ses: SESClient;
let sns: SNSClient;

beforeAll(async () => {
  aws = await startAws({ secrets: {}, rules: [], outbound });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const options = { endpoint: aws.endpoint, region: 'local', credentials, maxAttempts: 1 };
  ses = new SESClient(options);
  sns = new SNSClient(options);
});
afterAll(async () => {
  ses.destroy();
  sns.destroy();
  await aws.stop();
});
afterEach(() => {
  outbound.fail('ses', undefined);
  outbound.fail('sns', undefined);
});

const mail = (more: Partial<SendEmailCommandInput> = {}) =>
  new SendEmailCommand({
    Source: 'Gatehouse <no-reply@localhost>',
    Destination: { ToAddresses: ['eve@example.com'] },
    Message: {
      Subject: { Data: 'Grüße & <b>"mehr"</b>' },
      Body: { Text: { Data: 'Code 123456\r\n🗝' }, Html: { Data: '<p>Code <b>123456</b></p>' } },
    },
    ...more,
  });
const sms = (PhoneNumber = '+14155550123', Message = 'Your code is 654321') =>
  new PublishCommand({ PhoneNumber, Message });

describe('SES', () => {
  test('stores an e-mail with every character', async () => {
    const { MessageId } = await ses.send(mail({ Tags: [{ Name: 'event', Value: 'svc_user_invited' }] }));
    expect(outbound.messages()[0]).toEqual({
      id: MessageId,
      channel: 'email',
      to: 'eve@example.com',
      subject: 'Grüße & <b>"mehr"</b>',
      text: 'Code 123456\r\n🗝',
      html: '<p>Code <b>123456</b></p>',
      event: 'svc.user_invited',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test('stores an e-mail to several recipients once for each', async () => {
    await ses.send(mail({ Destination: { ToAddresses: ['a@example.com'], BccAddresses: ['b@example.com'] } }));
    expect(outbound.messages('A@example.com')).toHaveLength(1);
    expect(outbound.messages('b@example.com')).toHaveLength(1);
  });

  test.each<[string, Partial<SendEmailCommandInput>, string]>([
    ['no recipient', { Destination: {} }, 'ValidationError'],
    ['no address', { Destination: { ToAddresses: ['eve'] } }, 'InvalidParameterValue'],
    ['no body', { Message: { Subject: { Data: 'x' }, Body: {} } }, 'ValidationError'],
    ['a tag with a dot', { Tags: [{ Name: 'event', Value: 'svc.user_invited' }] }, 'InvalidParameterValue'],
  ])('refuses %s', async (_, more, name) => {
    const before = outbound.version();
    await expect(ses.send(mail(more))).rejects.toMatchObject({ name });
    expect(outbound.version()).toBe(before);
  });

  test.each([
    ['down', 'ServiceUnavailable', 503],
    ['throttle', 'Throttling', 400],
    ['reject', 'MessageRejected', 400],
  ] as const)('can be made to fail: %s', async (fault, name, status) => {
    outbound.fail('ses', fault);
    const error = await ses.send(mail()).catch((thrown) => thrown);
    expect(error).toMatchObject({ name, $metadata: { httpStatusCode: status } });
    await expect(sns.send(sms())).resolves.toMatchObject({ MessageId: expect.any(String) });
  });

  test('responds InvalidAction to an unknown action', async () => {
    const command = new VerifyEmailIdentityCommand({ EmailAddress: 'x@example.com' });
    await expect(ses.send(command)).rejects.toMatchObject({ name: 'InvalidAction' });
  });
});

describe('SNS', () => {
  test('stores an SMS', async () => {
    const MessageAttributes = { event: { DataType: 'String', StringValue: 'svc.phone_verification_requested' } };
    const command = new PublishCommand({ ...sms().input, MessageAttributes });
    const { MessageId } = await sns.send(command);
    expect(outbound.messages('+14155550123')[0]).toEqual({
      id: MessageId,
      channel: 'sms',
      to: '+14155550123',
      subject: null,
      text: 'Your code is 654321',
      html: null,
      event: 'svc.phone_verification_requested',
      at: expect.any(String),
    });
  });

  test.each([
    ['a number that isn’t one', sms('0155 1234')],
    ['an empty message', sms('+14155550123', '')],
    ['a message that is too long', sms('+14155550123', 'x'.repeat(1601))],
  ])('refuses %s', async (_, command) => {
    await expect(sns.send(command)).rejects.toMatchObject({ name: expect.stringMatching(/^InvalidParameter/) });
  });

  test.each([
    ['down', 'ServiceUnavailable', 503],
    ['throttle', /^Thrott/, 429],
    ['reject', /^InvalidParameter/, 400],
  ] as const)('can be made to fail: %s', async (fault, name, status) => {
    outbound.fail('sns', fault);
    const error = await sns.send(sms()).catch((thrown) => thrown);
    expect(error.name).toMatch(name);
    expect(error.$metadata.httpStatusCode).toBe(status);
  });
});

test('only the last thousand messages are kept', async () => {
  const full = createOutbound();
  const [message] = outbound.messages();
  for (let index = 0; index < 1005; index++) full.add({ ...message!, id: String(index) });
  expect(full.messages()).toHaveLength(1000);
  expect(full.messages()[0]?.id).toBe('1004');
  expect(full.version()).toBe(1005);
});
