import type { PageProps } from '../../app.tsx';

export default function Money(_: PageProps) {
  return <h1>Money</h1>;
}
