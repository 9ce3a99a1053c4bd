import type { PageProps } from '../../router.ts';

export default function Home(_: PageProps) {
  return <h1>Home</h1>;
}
