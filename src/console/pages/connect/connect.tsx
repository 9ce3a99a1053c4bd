import type { PageProps } from '../../router.ts';

export default function Connect(_: PageProps) {
  return <h1>Connect</h1>;
}
