import { CopyButton } from '../../ui/copy-button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import type { StatementPart } from './statement.ts';

type Sample = Extract<StatementPart, { kind: 'sample' }>;

/** A statement. Samples that follow each other stand side by side. */
export function StatementParts({ parts }: { parts: readonly StatementPart[] }) {
  const groups: (string | Sample[])[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind === 'text') groups.push(part.markdown);
    else if (Array.isArray(last)) last.push(part);
    else groups.push([part]);
  }
  let number = 0;
  return (
    <>
      {groups.map((group, at) =>
        typeof group === 'string' ? (
          <Markdown key={at} text={group} image={linkToPicture} />
        ) : (
          <div key={at} class="samples">
            {group.map((sample) => (
              <SampleBox key={++number} number={number} sample={sample} />
            ))}
          </div>
        ),
      )}
    </>
  );
}

function SampleBox({ number, sample: { label, heading, text } }: { number: number; sample: Sample }) {
  const id = `sample-${number}`;
  const name = label === heading || heading === '' ? label : `${label} of ${heading}`;
  return (
    <figure class="sample">
      <figcaption>
        <bdi id={id}>{label || 'Sample'}</bdi>
        <CopyButton text={text} of={name || 'sample'} />
      </figcaption>
      <pre class="code" tabIndex={0} role="region" aria-labelledby={id}>
        {text}
      </pre>
    </figure>
  );
}

/** A page that loads nothing from elsewhere can only say where a picture is. */
function linkToPicture(src: string, alt: string) {
  if (!/^https?:\/\//i.test(src)) return undefined;
  return (
    <a href={src} target="_blank" rel="noopener noreferrer">
      Picture{alt ? `: ${alt}` : ''} ↗
    </a>
  );
}
