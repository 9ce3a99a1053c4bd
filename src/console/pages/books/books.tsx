import type { PageProps } from '../../app.tsx';

export default function Books(_: PageProps) {
  return <h1>Books</h1>;
}
