import type { PageProps } from '../../router.ts';

export default function Money(_: PageProps) {
  return <h1>Money</h1>;
}
