import type { PageProps } from '../../app.tsx';

export default function Home(_: PageProps) {
  return <h1>Home</h1>;
}
