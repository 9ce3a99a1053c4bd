import {
  CURRENCIES,
  formatMoney,
  moneyStyle,
  NEGATIVE_STYLES,
  parseDecimal,
  parsePicture,
  ROUNDING_MODES,
  storeRounded,
} from '../../../src/exports/money.ts';
import type { Random } from '../../harness/random.ts';
import { damagedText, joined } from './mutate.ts';
import { mustHold, type Sort, shown } from './sort.ts';

interface Input {
  readonly picture: string;
  readonly value: string;
  readonly currency: string;
  readonly decimalComma: boolean;
  readonly blankWhenZero: boolean;
  readonly rounding: (typeof ROUNDING_MODES)[number];
  readonly negative: (typeof NEGATIVE_STYLES)[number];
}

const SYMBOLS = [
  ...'9999ZZ**SVP.,B0/+-$',
  'CR',
  'DB',
  '(3)',
  '(12)',
  '(0)',
  '(999)',
  '(',
  ')',
  'X',
  ' ',
  'é',
  '💶',
  '\0',
];
const KNOWN = [
  '$$$,$$$,$$9.99',
  'ZZZ.ZZ9,99B$',
  '*(9)9.99-',
  'S9(7)V99',
  '+++,++9.99',
  'PPP99',
  '99PP',
  '-(5)9',
  'Z(4)',
  '$9.99CR',
];
const FIXED = ['9(4)', '9', 'Z(3)9', '**9', '$$9', '++9', '--9', '9(9)', 'ZZ,ZZ9'];
const CURRENCY_SYMBOLS = ['$', '$', '$', '€', 'w', 'F', '9', '', 'ab', '💶'];

export const pictures: Sort<Input> = {
  make: (random) => ({
    picture: pictureText(random),
    value: decimalText(random),
    currency: random.pick(CURRENCY_SYMBOLS),
    decimalComma: random.below(4) === 0,
    blankWhenZero: random.below(4) === 0,
    rounding: random.pick(ROUNDING_MODES),
    negative: random.pick(NEGATIVE_STYLES),
  }),
  run(input) {
    const value = parseDecimal(input.value);
    if (typeof value === 'string') return;
    const style = moneyStyle(CURRENCIES[input.picture.length % CURRENCIES.length] as string);
    mustHold(style !== undefined, 'a listed currency has a style');
    const { rounding, negative, blankWhenZero } = input;
    if (style)
      formatMoney(value, style, { negative, rounding, blankWhenZero: blankWhenZero && negative !== 'protect' });
    const parsed = parsePicture(input.picture, {
      decimalPointIsComma: input.decimalComma,
      currencySymbol: input.currency,
      blankWhenZero,
    });
    if (!parsed.ok) {
      mustHold(parsed.error.rule.length > 0 && parsed.error.message !== '', 'a refused picture names its rule');
      return;
    }
    const stored = storeRounded(parsed.picture, value, rounding);
    if (!stored.ok) {
      mustHold(stored.error.message !== '', 'a size error says what is wrong');
      return;
    }
    const { category, size } = parsed.picture;
    if (category === 'numeric-edited') mustHold([...stored.text].length === size, 'an edited item has its size');
    const again = storeRounded(parsed.picture, stored.value, rounding);
    const same = again.ok && (again.text === stored.text || !parsed.picture.signed);
    mustHold(same, 'what was stored is stored again as it is');
  },
  show: shown,
};

function pictureText(random: Random): string {
  const kind = random.below(4);
  if (kind === 0) return joined(SYMBOLS, 20, random);
  if (kind === 1) return damagedText(random.pick(KNOWN), SYMBOLS, random);
  const sign = random.pick(['', '', '+', '-', 'CR', 'DB', '$']);
  const body = random.pick(FIXED) + random.pick(['', '.99', 'V99', ',99', '.9(4)', 'PP']);
  return sign.length === 1 && random.below(2) === 0 ? sign + body : body + sign;
}

function decimalText(random: Random): string {
  const digits = Array.from({ length: 1 + random.below(random.below(9) === 0 ? 80 : 8) }, () => random.below(10)).join(
    '',
  );
  const point = random.below(digits.length + 1);
  const number = random.below(2) === 0 ? digits : `${digits.slice(0, point) || '0'}.${digits.slice(point) || '0'}`;
  return (random.below(2) === 0 ? '-' : '') + number + (random.below(12) === 0 ? `e${random.below(40) - 20}` : '');
}
