import type { PageProps } from '../../app.tsx';

export default function Tools(_: PageProps) {
  return <h1>Tools</h1>;
}
