import { add, bezout, binomials, gcd, MOD, power } from '../support/modular.js';

export default {
  'meshing-gears': ({ big }) => {
    const [a, b] = [big(), big()];
    const turns = b / gcd(a, b);
    return `${a * turns} ${turns}`;
  },

  'prime-lockers': ({ int }) => {
    const n = int();
    const composite = new Uint8Array(n + 1);
    let [count, last] = [0, 0];
    for (let p = 2; p <= n; p++) {
      if (composite[p]) continue;
      count++;
      last = p;
      for (let multiple = p * p; multiple <= n; multiple += p) composite[multiple] = 1;
    }
    return `${count} ${last}`;
  },

  'factorial-tails': ({ int, list }) =>
    list(int(), () => {
      let zeros = 0;
      for (let rest = int(); rest > 0; zeros += rest) rest = Math.floor(rest / 5);
      return zeros;
    }).join('\n'),

  'even-shares': ({ int }) => {
    const n = int();
    const sizes = new Set();
    for (let d = 1; d * d <= n; d++) if (n % d === 0) sizes.add(d).add(n / d);
    return `${sizes.size} ${[...sizes].reduce((a, b) => a + b)}`;
  },

  'abacus-of-many-bases': ({ int, word }) => {
    const [p, q] = [int(), int()];
    const value = [...word()].reduce((sum, digit) => sum * BigInt(p) + BigInt(Number.parseInt(digit, 36)), 0n);
    return value.toString(q);
  },

  'clockwork-power': ({ big }) => power(big(), big(), big()),

  'ferris-alignment': ({ big }) => {
    const [a, b, m] = [big(), big(), big()];
    const [g, x] = bezout(a, m);
    if (b % g !== 0n) return -1;
    return modulo(x * (b / g), m / g);
  },

  'two-calendars': ({ big }) => {
    const [a, m, b, k] = [big(), big(), big(), big()];
    const [g, x] = bezout(m, k);
    if ((b - a) % g !== 0n) return 'never';
    return a + m * modulo(x * ((b - a) / g), k / g);
  },

  'coprime-census': ({ int }) => {
    const n = int();
    const totient = Array.from({ length: n + 1 }, (_, i) => i);
    let pairs = 0;
    for (let i = 2; i <= n; i++) {
      if (totient[i] === i) for (let j = i; j <= n; j += i) totient[j] -= totient[j] / i;
      pairs += totient[i];
    }
    return pairs;
  },

  'committee-table': ({ int, list }) => {
    const requests = list(int(), () => [int(), int()]);
    const choose = binomials(Math.max(...requests.map(([n]) => n)));
    return requests.map(([n, k]) => choose(n, k)).join('\n');
  },

  'leading-candidate': ({ int }) => {
    const [a, b] = [int(), int()];
    const choose = binomials(a + b);
    return add(choose(a + b, b), MOD - choose(a + b, b - 1)) % MOD;
  },

  'ringing-hours': ({ big, int, list }) => {
    const n = big();
    const periods = list(int(), big);
    const count = (i, lcm, sign) => {
      if (lcm > n) return 0n;
      if (i === periods.length) return sign * (n / lcm);
      const next = (lcm / gcd(lcm, periods[i])) * periods[i];
      return count(i + 1, lcm, sign) + count(i + 1, next, -sign);
    };
    return n - count(0, 1n, 1n);
  },

  'shuffled-playlist': ({ int, big }) => {
    const [n, k] = [int(), big()];
    const songs = Array.from({ length: n }, (_, i) => i + 1);
    const factorial = [1n];
    for (let i = 1; i <= n; i++) factorial.push(factorial[i - 1] * BigInt(i));
    let rest = k - 1n;
    const order = [];
    for (let left = n - 1; left >= 0; left--) {
      order.push(...songs.splice(Number(rest / factorial[left]), 1));
      rest %= factorial[left];
    }
    return order.join(' ');
  },

  'secret-exponent': ({ big }) => {
    const [a, b, p] = [big(), big(), big()];
    const step = BigInt(Math.ceil(Math.sqrt(Number(p))));
    const small = new Map();
    for (let j = 0n, value = b % p; j < step; j++, value = (value * a) % p) small.set(value, j);
    const stride = power(a, step, p);
    if (b % p === 1n % p) return 0;
    for (let i = 1n, value = stride; i <= step; i++, value = (value * stride) % p)
      if (small.has(value)) return i * step - small.get(value);
    return -1;
  },
};

const modulo = (a, m) => ((a % m) + m) % m;
