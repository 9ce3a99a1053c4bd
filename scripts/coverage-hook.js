// Runs in each thread of a server that `files-visited.js` looks at: tells which functions were called since it was last asked, the main
// thread also for the others.
import { Session } from 'node:inspector';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const take = () => {
  const called = [];
  // Answered before `post` returns, and all counts begin anew.
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result)
      for (const { functionName, ranges } of functions) if (ranges[0].count > 0) called.push([url, functionName]);
  });
  return called;
};
const channel = new BroadcastChannel('files-visited');
channel.unref();
if (!isMainThread) channel.onmessage = ({ data }) => data === 'take' && channel.postMessage(take());
else
  process.on('message', () => {
    const called = take();
    channel.onmessage = ({ data }) => called.push(...data);
    channel.postMessage('take');
    setTimeout(() => process.send(called), 100);
  });
