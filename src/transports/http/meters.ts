import type { Outcome } from '../../kernel/dispatch.ts';
import type { Counter, Histogram, Metrics } from '../../kernel/metrics.ts';
import type { Limits } from './limits.ts';
import type { Sessions } from './sessions.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the server counts about itself. */
export class Meters {
  readonly #requests: Counter;
  readonly #requestSeconds: Histogram;
  readonly #calls: Counter;
  readonly #callSeconds: Histogram;

  constructor(private readonly metrics: Metrics) {
    this.#requests = metrics.counter('quartet_http_requests_total', 'HTTP requests answered', ['route', 'status']);
    this.#requestSeconds = metrics.histogram(
      'quartet_http_request_duration_seconds',
      'Time to the response, or to the start of a stream',
      SECONDS,
      ['route'],
    );
    this.#calls = metrics.counter('quartet_tool_calls_total', 'Tool calls ended', ['tool', 'outcome']);
    this.#callSeconds = metrics.histogram('quartet_tool_duration_seconds', 'Time of a tool call', SECONDS, ['tool']);
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

  request(route: string, status: number, elapsedMs: number): void {
    this.#requests.add([route, String(status)]);
    this.#requestSeconds.observe([route], elapsedMs / 1000);
  }

  call(tool: string, outcome: Outcome, elapsedMs: number): void {
    this.#calls.add([tool, outcome]);
    this.#callSeconds.observe([tool], elapsedMs / 1000);
  }
}
