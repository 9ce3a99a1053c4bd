import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { unfinishedCalls } from './call.ts';
import { Dispatcher } from './dispatch.ts';
import { keepingLog, origin, sampleTool, sampleToolset, textOutput } from './testing/toolsets.ts';

it('a call whose caller has given up is waited for before its world is closed', async () => {
  const events: string[] = [];
  let finish = () => {};
  const stubborn = sampleTool('stubborn', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    events.push('ended');
    return textOutput('done');
  });
  const opened = { toolset: sampleToolset([stubborn]), world: undefined };
  const dispatcher = new Dispatcher([opened], { log: keepingLog().log });
  const giveUp = new AbortController();
  const call = dispatcher.call('stubborn', {}, origin({ signal: giveUp.signal })).catch(() => events.push('given up'));
  giveUp.abort(new Error('enough'));
  await call;
  const closing = unfinishedCalls(opened).then(() => events.push('closed'));
  await sleep(10);
  expect(events).toEqual(['given up']);
  finish();
  await closing;
  expect(events).toEqual(['given up', 'ended', 'closed']);
});

it('nothing is waited for when every call has ended', async () => {
  const opened = { toolset: sampleToolset([sampleTool('quick', async () => textOutput('done'))]), world: undefined };
  await new Dispatcher([opened], { log: keepingLog().log }).call('quick', {}, origin());
  await unfinishedCalls(opened);
  expect(await unfinishedCalls({})).toBeUndefined();
});
