/** Whether a terminal is to be given colours: https://no-color.org, and terminals that know none. */
export function showsColours(env: NodeJS.ProcessEnv): boolean {
  return !env.NO_COLOR && env.TERM !== 'dumb';
}
