import { parentPort, workerData } from 'node:worker_threads';
import { Desk } from './desk.ts';
import { Stopped } from './pace.ts';
import type { Reply, Task, WorkerSettings } from './protocol.ts';

const settings = workerData as WorkerSettings;
const desk = new Desk(settings, { now: Date.now, grainMs: settings.clockGrainMs });

parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
  void desk.answer(task).then(
    (part) => reply({ id, part }),
    (error: unknown) => {
      // Nobody waits for a cancelled search.
      if (!(error instanceof Stopped)) reply({ id, failure: error instanceof Error ? error.message : String(error) });
    },
  );
});

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}
