/** Numbers from 0 to 2^32 - 1 that a seed decides (xorshift128), and what can be made of them. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = Uint32Array.of(seed ^ 0x9e3779b9, 0x243f6a88, 0xb7e15162, seed + 1);
    for (let turn = 0; turn < 20; turn++) this.next();
  }

  next() {
    const state = this.#state;
    let mixed = state[3];
    mixed ^= mixed << 11;
    mixed ^= mixed >>> 8;
    state[3] = state[2];
    state[2] = state[1];
    state[1] = state[0];
    state[0] ^= mixed ^ (state[0] >>> 19);
    return state[0];
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit) {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  pick(values) {
    return values[this.below(values.length)];
  }

  /** A size around `mean`: many small ones, a few up to twelve times as large. */
  size(mean) {
    const share = (this.next() + 1) / 2 ** 32;
    return Math.round(Math.min(12, -Math.log(share)) * mean) + 1;
  }

  bytes(length) {
    const words = new Uint32Array(Math.ceil(length / 4));
    for (let index = 0; index < words.length; index++) words[index] = this.next();
    return Buffer.from(words.buffer, 0, length);
  }
}
