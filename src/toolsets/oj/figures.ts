/** One decimal, rounded on the exact binary value with ties to even; `toFixed` rounds ties up. */
export function oneDecimal(value: number): string {
  const quarters = value * 4;
  const isTie = Number.isInteger(quarters) && !Number.isInteger(value * 2);
  if (!isTie) return value.toFixed(1);
  const below = Math.floor(value * 10);
  return ((below % 2 === 0 ? below : below + 1) / 10).toFixed(1);
}

export function percent(value: number): string {
  return `${oneDecimal(value)}%`;
}

/** An unsigned count with a comma every three digits, whatever the locale. Takes the digits as text, so none are lost. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number from 0 to 1 with all of its digits and without an exponent. */
export function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  return exponent === undefined ? digits : `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}
