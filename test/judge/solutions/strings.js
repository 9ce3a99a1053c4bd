export default {
  'mirror-signs': ({ int, line, list }) =>
    list(int(), () => {
      const letters = line()
        .toLowerCase()
        .replace(/[^a-z]/g, '');
      return letters === [...letters].reverse().join('') ? 'yes' : 'no';
    }).join('\n'),

  'stutter-fix': ({ word }) => word().replace(/(.)\1*/g, (run) => (run.length === 1 ? run : `${run[0]}${run.length}`)),

  'lantern-cipher': ({ int, line }) => {
    const k = int() % 26;
    return line().replace(/[a-z]/gi, (letter) => {
      const base = letter < 'a' ? 65 : 97;
      return String.fromCharCode(((letter.charCodeAt(0) - base + 26 - k) % 26) + base);
    });
  },

  'shared-root': ({ int, words }) => {
    const [first, ...others] = words(int());
    let length = first.length;
    for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
    return length === 0 ? '-' : first.slice(0, length);
  },

  'pattern-parade': ({ word }) => {
    const [s, w] = [word(), word()];
    return borders(`${w}#${s}`).filter((length) => length === w.length).length;
  },

  'wallpaper-tile': ({ word }) => {
    const s = word();
    return s.length - borders(s).at(-1);
  },

  'first-in-the-ring': ({ word }) => {
    const s = word();
    const n = s.length;
    let [a, b, same] = [0, 1, 0];
    while (a < n && b < n && same < n) {
      const [x, y] = [s[(a + same) % n], s[(b + same) % n]];
      if (x === y) {
        same++;
        continue;
      }
      if (x > y) a += same + 1;
      else b += same + 1;
      if (a === b) b++;
      same = 0;
    }
    const start = Math.min(a, b);
    return s.slice(start) + s.slice(0, start);
  },

  'echo-count': ({ word }) => {
    const s = word();
    let found = 0;
    for (let centre = 0; centre < 2 * s.length - 1; centre++) {
      let [i, j] = [centre >> 1, (centre + 1) >> 1];
      while (i >= 0 && j < s.length && s[i] === s[j]) {
        found++;
        i--;
        j++;
      }
    }
    return found;
  },

  'parcel-of-pieces': ({ word }) =>
    suffixAutomaton(word()).reduce(
      (sum, state, i, all) => (i === 0 ? 0 : sum + state.length - all[state.link].length),
      0,
    ),

  'twin-diaries': ({ word }) => {
    const states = suffixAutomaton(word());
    let [at, length, best] = [0, 0, 0];
    for (const letter of word()) {
      while (at !== 0 && !states[at].next.has(letter)) {
        at = states[at].link;
        length = states[at].length;
      }
      const next = states[at].next.get(letter);
      if (next !== undefined) {
        at = next;
        length++;
      }
      best = Math.max(best, length);
    }
    return best;
  },

  'refrain-finder': ({ int, word }) => {
    const k = int();
    const states = suffixAutomaton(word());
    const byLength = [...states.keys()].slice(1).sort((a, b) => states[b].length - states[a].length);
    let best = 0;
    for (const i of byLength) {
      const { link, ends, length } = states[i];
      if (ends >= k) best = Math.max(best, length);
      states[link].ends += ends;
    }
    return best;
  },
};

/** For each beginning of s the length of its longest proper border. */
function borders(s) {
  const border = [0];
  for (let i = 1; i < s.length; i++) {
    let length = border[i - 1];
    while (length > 0 && s[i] !== s[length]) length = border[length - 1];
    border.push(s[i] === s[length] ? length + 1 : 0);
  }
  return border;
}

/** The states of the suffix automaton, the first one for the empty word; `ends` counts the prefixes that end in a state. */
function suffixAutomaton(s) {
  const states = [{ length: 0, link: -1, next: new Map(), ends: 0 }];
  let last = 0;
  for (const letter of s) {
    const current = states.push({ length: states[last].length + 1, link: 0, next: new Map(), ends: 1 }) - 1;
    let p = last;
    for (; p >= 0 && !states[p].next.has(letter); p = states[p].link) states[p].next.set(letter, current);
    if (p >= 0) {
      const q = states[p].next.get(letter);
      if (states[q].length === states[p].length + 1) states[current].link = q;
      else {
        const copy =
          states.push({ ...states[q], length: states[p].length + 1, next: new Map(states[q].next), ends: 0 }) - 1;
        for (; p >= 0 && states[p].next.get(letter) === q; p = states[p].link) states[p].next.set(letter, copy);
        states[q].link = copy;
        states[current].link = copy;
      }
    }
    last = current;
  }
  return states;
}
