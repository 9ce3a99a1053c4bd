import type { PageProps } from '../../app.tsx';

export default function Connect(_: PageProps) {
  return <h1>Connect</h1>;
}
