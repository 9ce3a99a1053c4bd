import type { PageProps } from '../../app.tsx';

export default function Files(_: PageProps) {
  return <h1>Files</h1>;
}
