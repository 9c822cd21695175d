// Checks that all spellings of one mailbox or number give one canonical form, and that look-alikes are refused.
import { describe, expect, test } from '@jest/globals';
import { canonicalEmail, canonicalPhone } from '../../../lib/domain/addresses.ts';

/** Returns the code of the error that `call` throws, or what `call` returned after `accepted:`. */
const refusalOf = (call: () => unknown): string | undefined => {
  try {
    return `accepted: ${call()}`;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('canonicalEmail', () => {
  test.each([
    ['user@example.com', 'user@example.com'],
    ['User@Example.COM', 'user@example.com'],
    ['first.last+tag@example.com', 'first.last+tag@example.com'],
    ["o'neil_{}|~!#$%&*/=?^`-@example.com", "o'neil_{}|~!#$%&*/=?^`-@example.com"],
    ['user@b\u00fccher.example', 'user@xn--bcher-kva.example'],
    ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
    ['user@B\u00dcCHER.EXAMPLE', 'user@xn--bcher-kva.example'],
    ['user@XN--BCHER-KVA.example', 'user@xn--bcher-kva.example'],
    ['user@fa\u00df.de', 'user@xn--fa-hia.de'],
    ['user@3com.co', 'user@3com.co'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('returns the canonical form: %j gives %j', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical);
  });
});

describe('canonicalEmail throws INVALID_INPUT', () => {
  test.each([
    ['an empty text', ''],
    ['no @', 'user.example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'user@'],
    ['two @', 'user@evil@example.com'],
    ['a quoted local part', '"user"@example.com'],
    ['a comment', 'user(x)@example.com'],
    ['leading space', ' user@example.com'],
    ['trailing space', 'user@example.com '],
    ['a space inside', 'us er@example.com'],
    ['a line break', 'user@example.com\r\nBcc: x@example.com'],
    ['two addresses', 'user@example.com,eve@example.com'],
    ['a dot at the start', '.user@example.com'],
    ['a dot at the end of the local part', 'user.@example.com'],
    ['two dots', 'us..er@example.com'],
    ['a domain without a dot', 'user@localhost'],
    ['a trailing dot', 'user@example.com.'],
    ['an empty label', 'user@example..com'],
    ['a label that begins with a hyphen', 'user@-example.com'],
    ['an underscore in the domain', 'user@ex_ample.com'],
    ['an IP literal', 'user@[127.0.0.1]'],
    ['an IPv6 literal', 'user@[IPv6:::1]'],
    ['an IP address', 'user@127.0.0.1'],
    ['a shortened IP address', 'user@127.1'],
    ['a hexadecimal IP address', 'user@0x7f.0.0.1'],
    ['full-width letters in the domain', 'user@\uff45xample.com'],
    ['full-width letters in the local part', '\uff55ser@example.com'],
    ['a full-width @', 'user\uff20example.com'],
    ['an ideographic full stop', 'user@example\u3002com'],
    ['an ideographic full stop among dots', 'user@mail\u3002example.com'],
    ['the Kelvin sign in the domain', 'user@\u212aelvin.com'],
    ['the Kelvin sign in the local part', '\u212aelvin@example.com'],
    ['the long s', 'u\u017fer@example.com'],
    ['the long s in the domain', 'user@example\u017f.com'],
    ['a ligature in the domain', 'user@\ufb01nance.com'],
    ['a ligature in the local part', '\ufb01nance@example.com'],
    ['a circled letter', 'user@\u24d4xample.com'],
    ['a mathematical letter', 'user@\u{1d41e}xample.com'],
    ['a zero width space in the local part', 'us\u200ber@example.com'],
    ['a zero width space in the domain', 'user@exam\u200bple.com'],
    ['a zero width joiner', 'user@exam\u200dple.com'],
    ['a soft hyphen', 'user@exam\u00adple.com'],
    ['a right-to-left override', 'user@\u202eexample.com'],
    ['a byte order mark', '\ufeffuser@example.com'],
    ['NUL', 'user\u0000@example.com'],
    ['a lone surrogate', 'user\ud800@example.com'],
    ['a lone surrogate in the domain', 'user@\ud800example.com'],
    ['a local part over 64 characters', `${'a'.repeat(65)}@example.com`],
    ['a label over 63 characters', `user@${'a'.repeat(64)}.com`],
    ['over 254 characters', `user@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`],
  ])('for %s', (_, text) => {
    expect(refusalOf(() => canonicalEmail(text))).toBe('INVALID_INPUT');
  });
});

describe('canonicalEmail throws INVALID_INPUT, although a URL parser would drop it from the domain,', () => {
  test.each([
    ['a path', 'user@example.com/evil'],
    ['a query', 'user@example.com?evil'],
    ['a fragment', 'user@example.com#evil'],
    ['a backslash', 'user@example.com\\evil'],
    ['a tab', 'user@exam\tple.com'],
    ['a line feed', 'user@exam\nple.com'],
    ['a line feed at the end', 'user@example.com\n'],
    ['percent-encoding', 'user@ex%61mple.com'],
    ['a port', 'user@example.com:25'],
    ['a path after an international name', 'user@b\u00fccher.example/evil'],
  ])('for %s', (_, text) => {
    expect(refusalOf(() => canonicalEmail(text))).toBe('INVALID_INPUT');
  });
});

describe('canonicalPhone', () => {
  test.each([
    ['+4915112345678', '+4915112345678'],
    ['+49 151 1234 5678', '+4915112345678'],
    ['+49 (151) 1234-5678', '+4915112345678'],
    ['+49.151.12345678', '+4915112345678'],
    ['004915112345678', '+4915112345678'],
    ['00 49 151 12345678', '+4915112345678'],
    ['+49 (0)151 12345678', '+4915112345678'],
    ['+44 (0) 20 7946 0958', '+442079460958'],
    ['+1 415/555-2671', '+14155552671'],
  ])('returns E.164: %j gives %j', async (text, canonical) => {
    expect(await canonicalPhone(text)).toBe(canonical);
  });

  test.each([
    ['an empty text', ''],
    ['no country', '015112345678'],
    ['only digits', '4915112345678'],
    ['too short', '+123456'],
    ['too long', '+1234567890123456'],
    ['a country that begins with zero', '+0151123456'],
    ['plus and zeros', '+0049151123456'],
    ['two plus signs', '++4915112345678'],
    ['a plus sign inside', '49+15112345678'],
    ['an extension', '+4915112345678;ext=1'],
    ['letters', '+49151CALLME12'],
    ['full-width digits', '+\uff14\uff1915112345678'],
    ['Arabic digits', '+\u0664\u066915112345678'],
    ['a full-width plus', '\uff0b4915112345678'],
    ['a line break', '+4915112345678\n'],
    ['a tab', '+49\t15112345678'],
    ['a zero width space', '+49\u200b15112345678'],
    ['NUL', '+4915112345678\u0000'],
    ['an unassigned country code', '+999123456789'],
    ['a satellite', '+881612345678'],
    ['a satellite network', '+88213123456'],
    ['an international premium rate', '+979123456789'],
    ['an international shared cost', '+80812345678'],
    ['a number too short for its country', '+14155552'],
    ['a number too long for its country', '+141555526711'],
  ])('throws INVALID_INPUT for %s', async (_, text) => {
    await expect(canonicalPhone(text)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
