export const MOD = 1_000_000_007;
const BIG = BigInt(MOD);

export const mul = (a, b) => Number((BigInt(a) * BigInt(b)) % BIG);

export const add = (a, b) => (a + b) % MOD;

/** base^exponent modulo m, all of them BigInt. */
export function power(base, exponent, m) {
  let result = 1n % m;
  for (let b = base % m, e = exponent; e > 0n; e >>= 1n, b = (b * b) % m) if (e & 1n) result = (result * b) % m;
  return result;
}

export const inverse = (a) => Number(power(BigInt(a), BIG - 2n, BIG));

/** Factorials up to n, and a function for binomial coefficients made of them. */
export function binomials(n) {
  const factorial = [1];
  for (let i = 1; i <= n; i++) factorial.push(mul(factorial[i - 1], i));
  return (a, b) => (b < 0 || b > a ? 0 : mul(factorial[a], inverse(mul(factorial[b], factorial[a - b]))));
}

export function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** [g, x] with g = gcd(a, m) and a x = g modulo m, all of them BigInt. */
export function bezout(a, m) {
  let [r0, r1, x0, x1] = [a, m, 1n, 0n];
  while (r1) [r0, r1, x0, x1] = [r1, r0 % r1, x1, x0 - (r0 / r1) * x1];
  return [r0, x0];
}
