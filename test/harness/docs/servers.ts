const NPM_START = /^npm start(?: +#.*)?$/;
const SERVER =
  /^(?:\w+=\S+ )*(?:quartet|node bin\/quartet\.js) (serve|judge)\b(?! (?:status|sync|import|index|token)\b)/;

/** The addresses that pages show. */
export const ADDRESSES = { serve: 'http://127.0.0.1:8000', judge: 'http://127.0.0.1:8787' };

export type Served = keyof typeof ADDRESSES;

/** Which server a command starts that goes on until it is stopped. */
export function serverOf(command: string): Served | undefined {
  return NPM_START.test(command) ? 'serve' : (SERVER.exec(command)?.[1] as Served | undefined);
}
