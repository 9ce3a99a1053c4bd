/** Refused paths and names are in the log too, and may hold what would steer a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
