import type { PageProps } from '../../router.ts';

export default function Files(_: PageProps) {
  return <h1>Files</h1>;
}
