import { type Metrics, Timed } from '../../../kernel/metrics.ts';
import type { UnexpectedErrors } from '../../../kernel/unexpected-errors.ts';
import type { Budget } from '../../../lib/budget.ts';
import type { Connections } from '../gate/connections.ts';
import type { Limits } from '../gate/limits.ts';
import type { Sessions } from '../mcp/sessions.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the server counts about itself. */
export class Meters {
  readonly requests: Timed;
  readonly calls: Timed;

  constructor(private readonly metrics: Metrics) {
    this.requests = new Timed(
      metrics.counter('quartet_http_requests_total', 'HTTP requests answered', ['route', 'status']),
      metrics.histogram(
        'quartet_http_request_duration_seconds',
        'Time to the response, or to the start of a stream',
        SECONDS,
        ['route'],
      ),
    );
    this.calls = new Timed(
      metrics.counter('quartet_tool_calls_total', 'Tool calls ended', ['tool', 'outcome']),
      metrics.histogram('quartet_tool_duration_seconds', 'Time of a tool call', SECONDS, ['tool']),
    );
  }

  /** Adds what is only measured when somebody asks. */
  watch(sessions: Sessions, limits: Limits): void {
    const open = this.metrics.gauge('quartet_sessions', 'Open sessions');
    const running = this.metrics.gauge('quartet_requests_running', 'Requests that are worked on');
    const queued = this.metrics.gauge('quartet_requests_queued', 'Requests that wait for their turn');
    const memory = this.metrics.gauge('process_resident_memory_bytes', 'Resident memory');
    const cpu = this.metrics.gauge('process_cpu_seconds_total', 'User and system time');
    this.metrics.collect(() => {
      open.set([], sessions.count);
      running.set([], limits.running);
      queued.set([], limits.queued);
      memory.set([], process.memoryUsage.rss());
      const { user, system } = process.cpuUsage();
      cpu.set([], (user + system) / 1e6);
    });
  }

  /** Adds what is held, and what there was no room for. */
  watchRoom(budget: Budget, connections: Connections): void {
    const held = this.metrics.gauge('quartet_memory_held_bytes', 'Bytes counted for requests and answers');
    const waiting = this.metrics.gauge(
      'quartet_memory_waiting',
      'Requests that wait until there is room for their bytes',
    );
    const refused = this.metrics.counter('quartet_memory_refused_total', 'Requests that found no room for their bytes');
    const open = this.metrics.gauge('quartet_connections', 'Open connections');
    const closed = this.metrics.counter(
      'quartet_connections_refused_total',
      'Connections closed at once, being too many',
    );
    let [refusedBefore, closedBefore] = [0, 0];
    this.metrics.collect(() => {
      held.set([], budget.held);
      waiting.set([], budget.waiting);
      open.set([], connections.sockets.size);
      refused.add([], budget.refused - refusedBefore);
      closed.add([], connections.refused - closedBefore);
      [refusedBefore, closedBefore] = [budget.refused, connections.refused];
    });
  }

  /** Counts what nobody has caught. */
  watchErrors(unexpected: UnexpectedErrors): void {
    const counter = this.metrics.counter(
      'quartet_unexpected_errors_total',
      'Errors that no part of the program caught; the server goes on',
    );
    unexpected.watch(() => counter.add([]));
  }
}
