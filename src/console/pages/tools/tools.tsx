import type { PageProps } from '../../router.ts';

export default function Tools(_: PageProps) {
  return <h1>Tools</h1>;
}
