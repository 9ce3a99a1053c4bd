import * as errors from './errors.ts';
import * as exact from './exact.ts';
import * as json from './json.ts';
import * as log from './log.ts';
import * as session from './session.ts';
import * as text from './text.ts';
import * as tool from './tool.ts';
import * as toolset from './toolset.ts';

/**
 * Imported by every part that is loaded lazily, so that the bundler puts what they share into one file: opening five small
 * ones instead costs a server a twentieth of its start. The assignment keeps it from looking unused.
 */
Object.assign(globalThis, {
  [Symbol.for('quartet.shared')]: { errors, exact, json, log, session, text, tool, toolset },
});
