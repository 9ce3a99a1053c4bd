import { callInFlight, callSequentially } from '../calls.js';
import { onOwnCores } from '../cores.js';
import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, medianRatio } from '../statistics.js';

const LENGTHS_KB = [0.1, 1, 4, 16, 64];
const SHORT_LINE_BYTES = 100;
const BATCH = 50;

/** What a longer line costs: the same call, with an extra argument, filled with `filling`, that the tool ignores. */
export function lineLength(id, what, filling) {
  return {
    id,
    title: `Cost of a call against the length of its line: ${what}`,

    async run(rows, effort) {
      const rounds = await interleave(rows, effort.rounds, id, (row) => measureOnce(row, effort, filling));
      return { effort, rounds };
    },

    report: (rows, { effort, rounds }) => ({
      about:
        `The line is filled up with "${filling.trim()}", over and over. p50 of ${effort.byLength} sequential calls a length, ` +
        `${effort.rounds} rounds. The floor reads, parses and answers the same lines, so it shows what the pipe, the JSON ` +
        'parser and the client cost at each length. A cost is flat when its ratio to the floor does not grow.',
      ...comparison(rows, rounds),
    }),
  };
}

function comparison(rows, rounds) {
  const floor = rows.find((row) => row.floor);
  const others = rows.filter((row) => row !== floor);
  const samples = (row, length) => rounds[row.name].map((round) => round[length]);
  const line = (length) => {
    const floorMs = samples(floor, length);
    const figures = others.flatMap((row) => {
      const ms = samples(row, length);
      const above = median(ms.map((value, round) => value - floorMs[round]));
      return [fixed(median(ms) * 1000, 0), fixed(above * 1000, 0), fixed(medianRatio(ms, floorMs), 2)];
    });
    return [String(length), fixed(median(floorMs) * 1000, 0), ...figures];
  };
  const headings = others.flatMap((row) => [`${row.name} µs`, 'above floor µs', '× floor']);
  return { columns: ['line kB', `${floor.name} µs`, ...headings], lines: LENGTHS_KB.map(line) };
}

async function measureOnce(row, effort, filling) {
  const client = await row.start();
  const medians = await onOwnCores(client, () => medianByLength(client, row, effort, filling));
  await client.stop();
  return medians;
}

/** The lengths take turns in small batches: a server gets faster while it runs, and no length may profit from that. */
async function medianByLength(client, row, effort, filling) {
  await callInFlight(client, row, effort.warmUp, 1);
  const latencies = new Map(LENGTHS_KB.map((length) => [length, []]));
  for (let done = -effort.byLength; done < effort.byLength; done += BATCH) {
    const warm = done >= 0;
    for (const [length, taken] of latencies) {
      const batch = await callSequentially(client, row, BATCH, padding(length, filling));
      if (warm) taken.push(...batch);
    }
  }
  return Object.fromEntries(Array.from(latencies, ([length, taken]) => [length, median(taken)]));
}

/** A call without padding is a line of about 0.1 kB. */
function padding(lengthKb, filling) {
  const missing = Math.max(0, lengthKb * 1000 - SHORT_LINE_BYTES);
  return missing === 0 ? {} : { ignored: filling.repeat(missing / filling.length + 1).slice(0, missing) };
}
