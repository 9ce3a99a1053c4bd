export default {
  'garden-robot': ({ word }) => {
    let [x, y, dx, dy, farthest] = [0, 0, 0, 1, 0];
    for (const order of word()) {
      if (order === 'L') [dx, dy] = [-dy, dx];
      if (order === 'R') [dx, dy] = [dy, -dx];
      const step = order === 'F' ? 1 : order === 'B' ? -1 : 0;
      x += step * dx;
      y += step * dy;
      farthest = Math.max(farthest, Math.abs(x) + Math.abs(y));
    }
    return `${x} ${y} ${farthest}`;
  },

  'moss-and-stone': ({ int, words }) => {
    const [r, , k] = [int(), int(), int()];
    let floor = words(r).map((row) => [...row]);
    const around = (i, j) =>
      [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => floor[i + a]?.[j + b])).filter((square) => square === '*').length;
    for (let day = 0; day < k; day++)
      floor = floor.map((row, i) =>
        row.map((square, j) => {
          const mossy = around(i, j) - (square === '*' ? 1 : 0);
          return mossy === 3 || (square === '*' && mossy === 2) ? '*' : '.';
        }),
      );
    return floor.map((row) => row.join('')).join('\n');
  },

  'lift-log': ({ int }) => {
    const [n, s] = [int(), int()];
    let [floor, seconds] = [s, 0];
    for (let i = 0; i < 2 * n; i++) {
      const next = int();
      seconds += 3 * Math.abs(next - floor) + 5;
      floor = next;
    }
    return seconds;
  },

  'matchstick-numbers': ({ int }) => {
    const [a, b] = [int(), int()];
    const sticks = [6, 2, 5, 5, 4, 5, 6, 3, 7, 6];
    let [best, most] = [a, 0];
    for (let price = a; price <= b; price++) {
      const used = [...String(price)].reduce((sum, digit) => sum + sticks[digit], 0);
      if (used > most) [best, most] = [price, used];
    }
    return `${best} ${most}`;
  },

  'forgetful-librarian': ({ int, ints }) => {
    const [n, k] = [int(), int()];
    // A Set keeps the order of insertion: the book that was not asked for the longest time is the first.
    const desk = new Set();
    let fetches = 0;
    for (const book of ints(n)) {
      if (!desk.delete(book)) {
        fetches++;
        if (desk.size === k) desk.delete(desk.values().next().value);
      }
      desk.add(book);
    }
    return `${fetches}\n${[...desk].reverse().join(' ')}`;
  },

  'train-shunting': ({ int, ints }) => {
    const n = int();
    const siding = [];
    let [arrived, most] = [0, 0];
    for (const wagon of ints(n)) {
      while (arrived < wagon) siding.push(++arrived);
      most = Math.max(most, siding.length);
      if (siding.pop() !== wagon) return 'impossible';
    }
    return most;
  },

  'sundial-gears': ({ int }) => {
    const [g, h] = [int(), int()];
    const minutes = (h * (60 + g)) % 720;
    return `${Math.floor(minutes / 60) || 12}:${String(minutes % 60).padStart(2, '0')}`;
  },

  'village-wrestling': ({ int, ints }) => {
    const [n, p] = [int(), int()];
    const strength = ints(n);
    let standing = [...strength.keys()];
    let [lost, second] = [0, 0];
    for (let round = 1; standing.length > 1; round++) {
      const losers = [];
      standing = standing.flatMap((wrestler, i) => {
        if (i % 2 === 1) return [];
        const other = standing[i + 1];
        const [winner, loser] = strength[wrestler] > strength[other] ? [wrestler, other] : [other, wrestler];
        losers.push(loser + 1);
        return [winner];
      });
      if (losers.includes(p)) lost = round;
      second = losers[0];
    }
    return `${second} ${lost}`;
  },
};
