/** The cookies of one server: Luogu, for one, answers nobody who does not bring back what it gave. */
export class Cookies {
  readonly #values = new Map<string, string>();

  /** The header to send, if there is anything to send. */
  get header(): { cookie?: string } {
    if (this.#values.size === 0) return {};
    return { cookie: [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  /** Takes over what an answer sets, and forgets what it takes back. */
  take(headers: Headers, now: Date): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) continue;
      if (attributes.some((attribute) => isOver(attribute, now))) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }
}

function isOver(attribute: string, now: Date): boolean {
  const [, name = '', value = ''] = /^\s*(max-age|expires)\s*=\s*(.*?)\s*$/i.exec(attribute) ?? [];
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
  return name !== '' && Date.parse(value) <= now.getTime();
}
