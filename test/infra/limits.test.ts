// Checks that synthesis refuses a template that CloudFormation or a service would refuse.
import { describe, expect, test } from '@jest/globals';
import { excesses } from '../../infra/stack/limits.ts';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`R${at}`, { Type: 'T' }]));
const one = (Type: string, Properties: object) => ({ Resources: { It: { Type, Properties } } });
const filters = (count: number) =>
  one('AWS::Lambda::EventSourceMapping', { FilterCriteria: { Filters: Array(count).fill({ Pattern: '{}' }) } });
const policies = (length: number) => one('AWS::IAM::Role', { Policies: [{ PolicyDocument: 'x'.repeat(length) }] });

describe('a template', () => {
  test.each([
    ['495 resources', { Resources: many(495) }, []],
    ['496 resources', { Resources: many(496) }, ['the template has 496 resources, and at most 495 may be deployed']],
    ['191 outputs', { Outputs: many(191) }, ['the template has 191 outputs, and at most 190 may be deployed']],
    ['five event filters', filters(5), []],
    ['six event filters', filters(6), ['It has 6 event filters, and AWS takes 5']],
    ['policies of 10 000 characters', policies(10_000), []],
    [
      'policies of 10 240 characters and more',
      policies(10_240),
      [expect.stringMatching(/^the policies of It have 1\d{4} /)],
    ],
  ])('with %s', (_, template, refusals) => {
    expect(excesses(JSON.stringify(template))).toEqual(refusals);
  });

  test('of more than 990 000 bytes is refused, and told how to be smaller if it is indented', () => {
    const template = { Resources: { It: { Type: 'T', Properties: { Text: 'x'.repeat(990_000) } } } };
    const [plain] = excesses(JSON.stringify(template));
    expect(plain).toBe('the template has 990058 bytes, and at most 990000 may be deployed');
    expect(excesses(JSON.stringify(template, null, 1))).toEqual([
      expect.stringMatching(/may be deployed\. Give its stack suppressTemplateIndentation: true$/),
    ]);
  });
});
