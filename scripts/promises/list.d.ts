interface Promised {
  readonly promise: string;
  readonly command: string;
  readonly wanted: string;
  readonly minutes: number;
  figure(output: string): string | false | undefined;
  holds?(figure: string): boolean;
}
export const PROMISES: readonly Promised[];
