import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, withFallback } from './fallback.ts';

const TAG = /<[a-z/!?]/i;

describe('withFallback', () => {
  it('R56: a failed conversion gives the text without its tags', () => {
    const fail = () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    expect(withFallback('<p>a &amp; <b>b</b></p>\n<p>c</p>', fail)).toBe('a & b\nc');
  });

  it('R56: so does a blank one', () => {
    expect(withFallback('<p>text</p>', () => ' \n')).toBe('text');
    expect(withFallback('<p> </p>', () => '')).toBe('');
  });

  it('leaves a good conversion alone', () => {
    expect(withFallback('<p>x</p>', () => 'good')).toBe('good');
  });
});

describe('plainText', () => {
  it('drops scripts, comments and broken tags', () => {
    expect(plainText('a<script>if (x<y) z()</script>b<!-- c -->d<i e')).toBe('a bd i e');
  });

  it('C12: keeps comparisons and never leaves a tag', () => {
    expect(plainText('<p>1 < 2, x<=3</p>')).toBe('1 < 2, x<=3');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '/', 'b', ' ', '!', '--', '&lt;', '<b>', '<script>', '\n', '1'), {
          maxLength: 40,
        }),
        (parts) => {
          expect(plainText(parts.join(''))).not.toMatch(TAG);
        },
      ),
    );
  });
});
