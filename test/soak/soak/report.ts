import type { ServerReport, SoakReport } from './soak.ts';
import type { Judged } from './verdict.ts';

/** Whether everything was answered rightly, and nothing grew. */
export function isSound({ servers, troubles }: SoakReport): boolean {
  return (
    troubles.length === 0 && servers.every((server) => isRight(server) && server.judged.every(({ isFlat }) => isFlat))
  );
}

function isRight({ calls, wrong, lost, judged }: ServerReport): boolean {
  return calls > 0 && wrong === 0 && lost === 0 && judged.length > 0;
}

export function reportLines(report: SoakReport): string[] {
  const servers = report.servers.flatMap((server) => {
    const { name, calls, wrong, lost, troubles, judged } = server;
    const head = `${name}: ${calls.toLocaleString('en')} calls, ${wrong} wrong, ${lost} lost`;
    const few = judged.length === 0 ? ['  too few samples to judge: take more time'] : judged.map(judgedLine);
    return [head, ...troubles.map((trouble) => `  ${trouble}`), ...few];
  });
  return [...servers, ...report.troubles, isSound(report) ? 'flat' : 'NOT FLAT, or not right'];
}

function judgedLine({ measure, growth, bound, isFlat, trend }: Judged): string {
  const unit = measure.unit && ` ${measure.unit}`;
  const grown = `${growth.toFixed(1)}${unit} over the second half, at most ${bound.toFixed(1)}${unit}`;
  return `  ${isFlat ? 'flat ' : 'GROWS'} ${measure.title}: ${trend[1][1].toFixed(1)}${unit} at the end, ${grown}`;
}
