import type { PageProps } from '../../router.ts';

export default function Books(_: PageProps) {
  return <h1>Books</h1>;
}
