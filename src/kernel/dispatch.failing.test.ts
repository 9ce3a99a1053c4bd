import { describe, expect, it } from 'vitest';
import { ProtocolFailure, RpcCode, ToolFailure } from './errors.ts';
import { caught, hangingTool, origin, raise, sampleDispatcher, sampleTool, textOutput } from './testing/toolsets.ts';

describe('failing', () => {
  const cases = [
    ['at once', (error: Error) => sampleTool('tool', () => raise(error))],
    ['later', (error: Error) => sampleTool('tool', async () => raise(error))],
  ] as const;

  describe.each(cases)('%s', (_, toolThatThrows) => {
    it('a ToolFailure is a result with isError', async () => {
      const { dispatcher, outcomes, events } = sampleDispatcher([toolThatThrows(new ToolFailure('Try again.'))]);
      expect(await dispatcher.call('tool', {}, origin())).toStrictEqual({
        content: [{ type: 'text', text: 'Try again.' }],
        isError: true,
      });
      expect(outcomes).toEqual([['tool', 'failed']]);
      expect(events.map(({ level }) => level)).toEqual(['debug']);
    });

    it('a ProtocolFailure passes through', async () => {
      const thrown = new ProtocolFailure(-32002, 'No such thing', { uri: 'x' });
      const { dispatcher } = sampleDispatcher([toolThatThrows(thrown)]);
      await expect(dispatcher.call('tool', {}, origin())).rejects.toBe(thrown);
    });

    it('anything else is an internal error that tells nothing, and is logged with everything', async () => {
      const bug = new TypeError('secret detail');
      const { dispatcher, outcomes, events } = sampleDispatcher([toolThatThrows(bug)]);
      const error = await caught(dispatcher.call('tool', {}, origin()));
      expect(error).toBeInstanceOf(ProtocolFailure);
      expect(error).toMatchObject({ code: RpcCode.internalError, message: 'Internal error in tool', data: undefined });
      expect(outcomes).toEqual([['tool', 'broken']]);
      expect(events).toEqual([
        {
          level: 'error',
          message: 'call',
          fields: { tool: 'tool', outcome: 'broken', elapsedMs: expect.any(Number), err: bug },
        },
      ]);
    });
  });
});

describe('stopping', () => {
  it('the time limit stops a tool that hangs and aborts its signal', async () => {
    const { tool, signals } = hangingTool({ timeLimitMs: 20 });
    const { dispatcher, outcomes } = sampleDispatcher([tool]);
    expect(await dispatcher.call('hang', {}, origin())).toStrictEqual({
      content: [{ type: 'text', text: 'hang took longer than 0.02 s and was stopped.' }],
      isError: true,
    });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(outcomes).toEqual([['hang', 'timeout']]);
  });

  it('a tool that has never looked at its signal is stopped too', async () => {
    const deaf = sampleTool('deaf', () => new Promise(() => {}), { timeLimitMs: 5 });
    const { dispatcher } = sampleDispatcher([deaf]);
    const result = await dispatcher.call('deaf', {}, origin());
    expect(result.content[0]?.text).toBe('deaf took longer than 0.005 s and was stopped.');
  });

  it('the limit does not touch a tool that is done, or fails, in time', async () => {
    const { dispatcher, outcomes } = sampleDispatcher([
      sampleTool('quick', async () => textOutput('done'), { timeLimitMs: 60_000 }),
      sampleTool('fail', async () => raise(new ToolFailure('no')), { timeLimitMs: 60_000 }),
    ]);
    expect((await dispatcher.call('quick', {}, origin())).content[0]?.text).toBe('done');
    expect((await dispatcher.call('fail', {}, origin())).content[0]?.text).toBe('no');
    expect(outcomes).toEqual([
      ['quick', 'ok'],
      ['fail', 'failed'],
    ]);
  });

  it('a client that cancels aborts the signal with its own reason and ends the call', async () => {
    const { tool, signals } = hangingTool();
    const { dispatcher, outcomes, events } = sampleDispatcher([tool]);
    const client = new AbortController();
    const call = caught(dispatcher.call('hang', {}, origin({ signal: client.signal })));
    const reason = new Error('changed my mind');
    client.abort(reason);
    expect(await call).toBeInstanceOf(ProtocolFailure);
    expect(signals.map((signal) => signal.reason)).toEqual([reason]);
    expect(outcomes).toEqual([['hang', 'cancelled']]);
    expect(events.map(({ level }) => level)).toEqual(['debug']);
  });

  it('a client that has cancelled before the call began is heard', async () => {
    const { tool, signals } = hangingTool();
    const { dispatcher, outcomes } = sampleDispatcher([tool]);
    await caught(dispatcher.call('hang', {}, origin({ signal: AbortSignal.abort() })));
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(outcomes).toEqual([['hang', 'cancelled']]);
  });

  it('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const quick = sampleTool('quick', async () => textOutput(''));
    for (let calls = 0; calls < 5; calls++) await sampleDispatcher([quick]).dispatcher.call('quick', {}, origin());
    expect(timers()).toBeLessThan(before + 5);
  });

  it('leaves no listener on a signal that outlives the call', async () => {
    const client = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = client.signal;
    client.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(client.signal, args);
    };
    client.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(client.signal, args);
    };
    const quick = sampleTool('quick', async () => textOutput(''));
    await sampleDispatcher([quick]).dispatcher.call('quick', {}, origin({ signal: client.signal }));
    expect(listeners).toBe(0);
  });
});
