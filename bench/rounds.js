/**
 * Measures every row once a round, so that whatever disturbs the machine disturbs all rows alike. The order turns with
 * the rounds, so that no row always comes after the same neighbour. Gives each row's samples by its name.
 */
export async function interleave(rows, rounds, what, measureOnce) {
  const samples = Object.fromEntries(rows.map((row) => [row.name, []]));
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`${what}: round ${round + 1} of ${rounds}\n`);
    for (let turn = 0; turn < rows.length; turn++) {
      const row = rows[(round + turn) % rows.length];
      samples[row.name].push(await measureOnce(row));
    }
  }
  return samples;
}
