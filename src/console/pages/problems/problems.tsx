import type { PageProps } from '../../router.ts';

export default function Problems(_: PageProps) {
  return <h1>Problems</h1>;
}
