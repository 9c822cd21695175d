// Tests the grammar of SCIM filters, and what they mean.
import { describe, expect, test } from '@jest/globals';
import { ScimError } from '../../../lib/scim/errors.ts';
import { fits, MAX_LENGTH, parseFilter, requiredText } from '../../../lib/scim/filter.ts';
import { readResource } from '../../../lib/scim/resource.ts';
import { USER_TYPE } from '../../../lib/scim/schema.ts';

const ADA = readResource(USER_TYPE, {
  userName: 'Ada@Example.com',
  externalId: 'Ext-1',
  active: true,
  name: { familyName: 'Lovelace', givenName: 'Ada' },
  title: 'Analyst (first "class")',
  emails: [
    { value: 'ada@example.com', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines', manager: { value: '7' } },
});
const isFound = (text: string): boolean => fits(parseFilter(USER_TYPE, text), ADA);
const refusalOf = (text: string): unknown => {
  try {
    return parseFilter(USER_TYPE, text);
  } catch (error) {
    return error instanceof ScimError ? [error.status, error.scimType] : error;
  }
};

describe('a filter', () => {
  test.each([
    ['userName eq "ada@example.com"'],
    ['USERNAME EQ "ADA@EXAMPLE.COM"'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com"'],
    ['externalId eq "Ext-1"'],
    ['active eq true'],
    ['active eq "True"'],
    ['name.familyName sw "love"'],
    ['name.familyName ew "LACE" and name.givenName co "d"'],
    ['title eq "Analyst (first \\"class\\")"'],
    ['emails.value eq "ada@home.example"'],
    ['emails eq "ada@home.example"'],
    ['emails[type eq "work" and primary eq "true"]'],
    ['emails[type eq "work"] and not (emails[type eq "other"])'],
    ['userName eq "x" or (active eq true and title pr)'],
    ['nickName eq null'],
    ['nickName ne "x"'],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "engines"'],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value eq "7"'],
    ['userName gt "aaa" and userName le "b"'],
    ['not (active eq false)'],
    ['userName eq ada@example.com'],
    ['emails[type eq work]'],
    ['externalId gt 2015-10-10T14:38:21.8617979-07:00'],
  ])('%s finds the user', (text) => {
    expect(isFound(text)).toBe(true);
  });

  test.each([
    ['externalId eq "ext-1"'],
    ['active eq false'],
    ['emails[type eq "work" and value eq "ada@home.example"]'],
    ['nickName pr'],
    ['nickName eq "x"'],
    ['userName ne "ada@example.com"'],
    ['userName eq "x" and active eq true or title eq "y"'],
  ])('%s does not find the user', (text) => {
    expect(isFound(text)).toBe(false);
  });

  test('binds and more than or', () => {
    expect(isFound('userName pr or userName eq "x" and userName eq "y"')).toBe(true);
  });

  test.each([
    [''],
    ['userName'],
    ['userName eq'],
    ["userName eq 'x'"],
    ['userName eq x{y}'],
    ['userName eq "x'],
    ['userName eq "x" and'],
    ['userName like "x"'],
    ['userName eq "x" userName eq "y"'],
    ['(userName eq "x"'],
    ['userName eq "x")'],
    ['unknown eq "x"'],
    ['name.unknown eq "x"'],
    ['__proto__ eq "x"'],
    ['constructor eq "x"'],
    ['emails.__proto__ eq "x"'],
    ['emails[constructor eq "x"]'],
    ['userName[type eq "x"]'],
    ['name.familyName[type eq "x"]'],
    ['emails[type eq "x"].value eq "y"'],
    ['not userName eq "x"'],
    ['userName eq "\\u12"'],
  ])('%s is refused as invalidFilter', (text) => {
    expect(refusalOf(text)).toEqual([400, 'invalidFilter']);
  });

  test('is refused when it is too long, too deep or has too many parts, before it is evaluated', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}active eq true${')'.repeat(depth)}`;
    expect(isFound(nested(4))).toBe(true);
    expect(refusalOf(nested(5))).toEqual([400, 'invalidFilter']);
    expect(refusalOf('('.repeat(MAX_LENGTH))).toEqual([400, 'invalidFilter']);
    expect(refusalOf(`userName eq "${'x'.repeat(MAX_LENGTH)}"`)).toEqual([400, 'invalidFilter']);
    expect(refusalOf(Array(40).fill('id pr').join(' or '))).toEqual([400, 'invalidFilter']);
  });

  test('says which text it requires, if all that fit have it', () => {
    const required = (text: string) => requiredText(parseFilter(USER_TYPE, text), 'userName');
    expect(required('active eq true and userName eq "a"')).toBe('a');
    for (const text of [
      'userName sw "a"',
      'userName eq "a" or active eq true',
      'not (userName eq "a")',
      'userName eq true',
    ])
      expect([text, required(text)]).toEqual([text, undefined]);
  });
});
