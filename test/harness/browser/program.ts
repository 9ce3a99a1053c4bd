import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const CACHE = resolve('node_modules', '.cache', 'chromium');

/** A browser and what it needs in its environment. */
export interface BrowserProgram {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Finds a browser: the one that npm brings, unpacked once; on other systems, the system's. */
export async function findBrowser(): Promise<BrowserProgram> {
  const packed = process.platform === 'linux' && process.arch === 'x64';
  const program = packed ? await unpacked() : SYSTEM.find(existsSync);
  if (program === undefined) throw new Error('The console is looked at in Chromium, which this system does not have.');
  const libraries = join(CACHE, 'al2023', 'lib');
  const env: Record<string, string> = packed ? { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: ownFonts() } : {};
  return { program, env };
}

/** The package's own list of fonts names folders of Amazon's and /tmp; without any font Chromium ends itself. */
function ownFonts(): string {
  const file = join(CACHE, 'fonts.conf');
  const folders = `<dir>${join(CACHE, 'fonts')}</dir><cachedir>${join(CACHE, 'font-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`);
  return file;
}

/** The package unpacks into the folder for temporary files, and its libraries only where it believes to be at Amazon's. */
async function unpacked(): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH, HOME } = process.env;
  Object.assign(process.env, { TMPDIR: CACHE, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH, HOME });
  }
}

function restore(before: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
