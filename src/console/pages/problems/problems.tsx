import type { PageProps } from '../../app.tsx';

export default function Problems(_: PageProps) {
  return <h1>Problems</h1>;
}
