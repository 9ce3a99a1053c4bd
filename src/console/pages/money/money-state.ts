/** COBOL's eight ROUNDED modes, and what each does. */
export const ROUNDING_MODES = {
  TRUNCATION: 'drops what does not fit, as MOVE does',
  'NEAREST-AWAY-FROM-ZERO': 'plain ROUNDED: a half goes away from zero',
  'NEAREST-EVEN': 'a half goes to the even digit',
  'NEAREST-TOWARD-ZERO': 'a half goes toward zero',
  'AWAY-FROM-ZERO': 'any rest goes away from zero',
  'TOWARD-GREATER': 'any rest goes up',
  'TOWARD-LESSER': 'any rest goes down',
  PROHIBITED: 'refuses to lose a digit',
} as const;

export type RoundingMode = keyof typeof ROUNDING_MODES;
export const MODE_NAMES = Object.keys(ROUNDING_MODES) as RoundingMode[];
export const DEFAULT_ROUNDING: RoundingMode = 'NEAREST-AWAY-FROM-ZERO';

/** What the playground is about; its address holds the same. */
export interface MoneyState {
  readonly picture: string;
  readonly amount: string;
  readonly rounding: RoundingMode;
  /** Empty for $. */
  readonly currencySign: string;
  readonly decimalComma: boolean;
  readonly blankWhenZero: boolean;
  /** Whether a minus may be lost where the picture has no place for it. */
  readonly dropSign: boolean;
}

const PLAIN = {
  rounding: DEFAULT_ROUNDING,
  currencySign: '',
  decimalComma: false,
  blankWhenZero: false,
  dropSign: false,
} as const;

export interface Preset {
  readonly name: string;
  readonly state: MoneyState;
}

const preset = (name: string, picture: string, amount: string, more: Partial<MoneyState> = {}): Preset => ({
  name,
  state: { ...PLAIN, picture, amount, ...more },
});

/** Pictures that somebody has had a use for since 1959. */
export const PRESETS: readonly Preset[] = [
  preset('Accounting, CR', '$$,$$9.99CR', '-1234.565'),
  preset('Invoice', '$$$,$$9.99', '1234.5'),
  preset('Cheque protection', '$***,**9.99', '1234.5'),
  preset('Ledger, minus behind', 'ZZZ,ZZ9.99-', '-42'),
  preset('Floating minus', '---,--9.99', '-1234.5'),
  preset('Euro', 'Z.ZZZ.ZZ9,99B$', '1234567.5', { currencySign: '€', decimalComma: true }),
  preset('Percent', 'ZZ9.9%', '12.25', { currencySign: '%' }),
  preset('In thousands', 'ZZZ,ZZ9PPP', '1234567'),
  preset('Blank when zero', 'ZZZ,ZZ9.99', '0', { blankWhenZero: true }),
  preset('A date', '99/99/9999', '29022024'),
  preset('No point printed', '9(5)V99+', '12.34'),
];

/** What an address asks for; what it does not say is as in the first preset. */
export function stateFromQuery(query: URLSearchParams): MoneyState {
  const first = PRESETS[0]?.state ?? { ...PLAIN, picture: '', amount: '' };
  const asked = Array.from(query.keys()).length > 0;
  const rounding = query.get('rounding') ?? '';
  return {
    picture: query.get('picture') ?? (asked ? '' : first.picture),
    amount: query.get('amount') ?? (asked ? '0' : first.amount),
    rounding: Object.hasOwn(ROUNDING_MODES, rounding) ? (rounding as RoundingMode) : DEFAULT_ROUNDING,
    currencySign: query.get('currency_sign') ?? '',
    decimalComma: query.get('decimal_comma') === 'true',
    blankWhenZero: query.get('blank_when_zero') === 'true',
    dropSign: query.get('negative') === 'drop',
  };
}

/** How an address says it, with the names that the tool gives its arguments. */
export function queryOf(state: MoneyState): Record<string, string> {
  return {
    picture: state.picture,
    amount: state.amount,
    rounding: state.rounding === DEFAULT_ROUNDING ? '' : state.rounding,
    currency_sign: state.currencySign,
    decimal_comma: state.decimalComma ? 'true' : '',
    blank_when_zero: state.blankWhenZero ? 'true' : '',
    negative: state.dropSign ? 'drop' : '',
  };
}

/** The arguments for the tool. The amount is a text, so that no digit passes through binary floating point. */
export function argumentsOf(state: MoneyState, rounding: RoundingMode): Record<string, unknown> {
  return {
    amount: state.amount,
    picture: state.picture,
    rounding,
    ...(state.currencySign !== '' && { currency_sign: state.currencySign }),
    ...(state.decimalComma && { decimal_comma: true }),
    ...(state.blankWhenZero && { blank_when_zero: true }),
    ...(state.dropSign && { negative: 'drop' }),
  };
}
