import pino from 'pino';

const SECRET_NAMES = ['token', 'authorization', 'password', 'secret', 'cookie', 'arguments'];

/** Opens pino on stderr, synchronous so that a written event is never lost when the process ends. */
export function openWriter(name: string): pino.Logger {
  const options: pino.LoggerOptions = {
    level: 'trace',
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap((secret) => [secret, `*.${secret}`]), censor: '[redacted]' },
  };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}
