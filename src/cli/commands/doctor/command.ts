import type { Command } from 'commander';
import { showsColours } from '../../terminal/colours.ts';
import { programName } from '../../terminal/program-name.ts';

/** Adds `quartet doctor`; `exit` gets the exit code. */
export function addDoctor(program: Command, exit: (code: number) => void): void {
  program
    .command('doctor')
    .description('check what Quartet needs and uses here, and say what to do; changes nothing')
    .allowExcessArguments(false)
    .option('--json', 'print what was found as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const [{ examine }, { counts, inWords }] = await Promise.all([import('./doctor.ts'), import('./report.ts')]);
      const findings = await examine(process.env);
      const found = counts(findings);
      const { isTTY, columns } = process.stdout;
      const program = programName(process.argv[1] ?? 'quartet', process.env);
      const look = { columns: (isTTY && columns) || 100, colours: isTTY && showsColours(process.env), program };
      const text = json ? JSON.stringify({ ...found, findings }, undefined, 2) : inWords(findings, look).trimEnd();
      process.stdout.write(`${text}\n`);
      exit(found.broken === 0 ? 0 : 1);
    });
}
