import { STATUS_CODES } from 'node:http';

/** An answer other than success, as RFC 7807 describes it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly extra: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
  }
}

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A parameter that cannot be used, with its name and what to write instead. */
export function badParameter(field: string, message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: [{ field, message }] });
}

/** A value as an error repeats it: not more of it than it takes to know it again. */
export const shown = (value: string) => ([...value].length > 100 ? `${[...value].slice(0, 100).join('')}…` : value);

/** The response for a failure. What is not an `HttpProblem` is a bug, and its text stays inside. */
export function problemResponse(failure: unknown): Response {
  const { status, detail, extra } = failure instanceof HttpProblem ? failure : INTERNAL;
  const { errors, headers } = extra;
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors && { errors }),
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } });
}

const INTERNAL = new HttpProblem(500, 'something went wrong inside the judge; its log says what');
