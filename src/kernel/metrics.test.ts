import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

describe('the text for Prometheus', () => {
  it('shows counters, gauges and histograms', async () => {
    const metrics = new Metrics();
    const calls = metrics.counter('calls_total', 'Calls', ['tool']);
    const open = metrics.gauge('open', 'Open');
    const seconds = metrics.histogram('seconds', 'Time', [0.1, 1], ['tool']);
    calls.add(['add']);
    calls.add(['add'], 2);
    open.set([], 7);
    for (const value of [0.1, 0.5, 3]) seconds.observe(['add'], value);
    expect(await metrics.text()).toBe(`# HELP calls_total Calls
# TYPE calls_total counter
calls_total{tool="add"} 3
# HELP open Open
# TYPE open gauge
open 7
# HELP seconds Time
# TYPE seconds histogram
seconds_bucket{tool="add",le="0.1"} 1
seconds_bucket{tool="add",le="1"} 2
seconds_bucket{tool="add",le="+Inf"} 3
seconds_sum{tool="add"} 3.6
seconds_count{tool="add"} 3
`);
  });

  it('has what has no labels from the start, and escapes labels', async () => {
    const metrics = new Metrics();
    metrics.counter('nothing_total', 'Nothing yet');
    metrics.gauge('odd', 'Odd', ['name']).set(['a"b\\c\nd'], 1);
    const text = await metrics.text();
    expect(text).toContain('\nnothing_total 0\n');
    expect(text).toContain('\nodd{name="a\\"b\\\\c\\nd"} 1\n');
  });

  it('measures when asked, and refuses two of a name', async () => {
    const metrics = new Metrics();
    const now = metrics.gauge('now', 'Now');
    let asked = 0;
    metrics.collect(async () => now.set([], ++asked));
    await metrics.text();
    expect(await metrics.text()).toContain('now 2');
    expect(() => metrics.counter('now', 'Again')).toThrow('Two metrics are called now');
  });
});
